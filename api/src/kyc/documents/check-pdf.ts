import { inflateSync } from 'node:zlib';
import { AppError } from '../../http/app-error.js';

/** Active content. These names are too long to occur in compressed data by chance. */
const ACTIVE_CONTENT = /\/(?:JavaScript|Launch|EmbeddedFile|RichMedia|SubmitForm|ImportData)/;
/** Short names, which do occur in compressed data by chance; searched outside streams only. */
const ACTIVE_SHORT = /\/(?:JS|XFA)(?=[\s(<[/\d])/;
/** An open action other than a destination, which is written as an array. */
const OPEN_ACTION = /\/OpenAction(?!\s*\[)/;
const ENCRYPTED = /\/Encrypt(?=[\s<[/])/;
const MARKUP = /<(?:!doctype|html|script|svg|iframe)\b/i;

const OBJECT_STREAM = /\/ObjStm\b/g;
const REFERENCE_STREAM = /\/XRef\b/;
const DEFLATED = /\/(?:FlateDecode|Fl)\b/g;
const TWICE_FILTERED = /\/(?:ASCIIHexDecode|ASCII85Decode|LZWDecode|RunLengthDecode|Crypt)\b/;
const NOT_ONLY_DEFLATED = /\/(?:ASCIIHexDecode|ASCII85Decode|LZWDecode|RunLengthDecode|Crypt|Predictor)\b/;
const MAX_INFLATED_BYTES = 50_000_000;

const HEAD_BYTES = 1024;
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1');
const ZIP_TAIL_BYTES = 65_557;

/**
 * Searches the bytes of a PDF for content that a parser skips, such as a file of another type, and limits the size of
 * its decompressed streams (FILE-5).
 *
 * @throws AppError FILE_REFUSED if it is encrypted, has active content or attachments, is also a file of another
 *   type, or has objects that cannot be checked
 */
export function checkPdf(bytes: Buffer): void {
  const text = decodeNameEscapes(bytes);
  if (MARKUP.test(text.slice(0, HEAD_BYTES)) || bytes.subarray(-ZIP_TAIL_BYTES).includes(ZIP_END)) {
    throw refusedError('The file is more than a PDF document: please print it to a new PDF');
  }
  if (!/%%EOF[\s\0]*$/.test(text.slice(-HEAD_BYTES))) throw refusedError('The PDF is damaged or incomplete');
  if (ENCRYPTED.test(text)) throw refusedError('The PDF is encrypted: please save it without a password');
  if (ACTIVE_CONTENT.test(text) || extractObjects(bytes, text).some(isActive)) {
    throw activeContentError();
  }
}

function isActive(objects: string): boolean {
  return ACTIVE_CONTENT.test(objects) || ACTIVE_SHORT.test(objects) || OPEN_ACTION.test(objects);
}

/** Returns all object definitions: the text outside streams, and the contents of object streams. */
function extractObjects(bytes: Buffer, text: string): string[] {
  const parts: string[] = [];
  let left = MAX_INFLATED_BYTES;
  let objectStreams = 0;
  for (const { before, body } of splitStreams(bytes.toString('latin1'))) {
    const dictionary = decodeNameEscapes(Buffer.from(before, 'latin1'));
    parts.push(dictionary);
    const own = dictionary.slice(dictionary.lastIndexOf('obj'));
    if (REFERENCE_STREAM.test(own)) left -= inflate(own, body, left, TWICE_FILTERED).length;
    if (own.search(OBJECT_STREAM) < 0) continue;
    objectStreams += 1;
    const objects = inflate(own, body, left);
    left -= objects.length;
    parts.push(decodeNameEscapes(objects));
  }
  // An object stream that splitting missed may be hidden by syntax that other readers parse differently.
  if (objectStreams !== countMatches(OBJECT_STREAM, text)) throw uncheckableError();
  return parts;
}

interface Part {
  /** The text before a stream, including its dictionary. */
  readonly before: string;
  readonly body: string;
}

function* splitStreams(raw: string): Generator<Part> {
  let at = 0;
  while (at < raw.length) {
    const keyword = raw.indexOf('stream', at);
    const from = keyword < 0 ? raw.length : keyword;
    const end = raw.indexOf('endstream', from);
    const to = end < 0 ? raw.length : end;
    yield { before: raw.slice(at, from), body: raw.slice(from + 'stream'.length, to) };
    at = to + 'endstream'.length;
  }
}

function inflate(dictionary: string, body: string, maxBytes: number, refused = NOT_ONLY_DEFLATED): Buffer {
  const bytes = Buffer.from(body.replace(/^[ \t]*\r?\n?/, ''), 'latin1');
  if (!dictionary.includes('/Filter')) return bytes;
  if (countMatches(DEFLATED, dictionary) !== 1 || refused.test(dictionary)) throw uncheckableError();
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, maxBytes) });
  } catch {
    throw uncheckableError();
  }
}

const HASH = 0x23;
/** Value of each byte as a hexadecimal digit; -1 for other bytes. */
const HEX_DIGITS = Int8Array.from({ length: 256 }, (_, byte) => {
  const digit = parseInt(String.fromCharCode(byte), 16);
  return Number.isNaN(digit) ? -1 : digit;
});

/** Returns the bytes as text with name escapes decoded, such as `/J#61vaScript` to `/JavaScript`. */
function decodeNameEscapes(bytes: Buffer): string {
  const plain = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    const high = byte === HASH ? hexDigit(bytes[at + 1]) : -1;
    const low = high < 0 ? -1 : hexDigit(bytes[at + 2]);
    if (low >= 0) at += 2;
    plain[length] = low < 0 ? byte : high * 16 + low;
    length += 1;
  }
  return plain.toString('latin1', 0, length);
}

function hexDigit(byte: number | undefined): number {
  return byte === undefined ? -1 : (HEX_DIGITS[byte] ?? -1);
}

function countMatches(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}

export function activeContentError(): AppError {
  return refusedError(
    'The PDF has active content, such as scripts or attached files: please print it to a new PDF',
  );
}

export function uncheckableError(): AppError {
  return refusedError('The PDF cannot be checked: please print it to a new PDF');
}

function refusedError(message: string): AppError {
  return new AppError('FILE_REFUSED', message);
}
