import { inflateSync } from 'node:zlib';

/*
 * The npm packages contain WOFF 1.0 fonts, in which each table is deflated separately. They are unpacked once, because
 * the font library would otherwise inflate a table again for each character.
 */

const SIGNATURE = 0x774f4646;
const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;
const MAX_TABLES = 64;

interface Table {
  readonly tag: Buffer;
  readonly checksum: number;
  readonly data: Buffer;
}

/**
 * Unpacks a WOFF file to its plain font (TrueType or OpenType).
 *
 * @throws RangeError the file is not a WOFF file
 */
export function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  if (woff.readUInt32BE(0) !== SIGNATURE || count > MAX_TABLES) throw new RangeError('not a WOFF file');
  const tables = Array.from({ length: count }, (_, index) => readTable(woff, index));
  const header = Buffer.alloc(SFNT_HEADER + count * SFNT_ENTRY);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  const log2 = Math.floor(Math.log2(count));
  header.writeUInt16BE(2 ** log2 * SFNT_ENTRY, 6);
  header.writeUInt16BE(log2, 8);
  header.writeUInt16BE((count - 2 ** log2) * SFNT_ENTRY, 10);
  const parts: Buffer[] = [header];
  let offset = header.length;
  tables.forEach(({ tag, checksum, data }, index) => {
    const entry = SFNT_HEADER + index * SFNT_ENTRY;
    tag.copy(header, entry);
    header.writeUInt32BE(checksum, entry + 4);
    header.writeUInt32BE(offset, entry + 8);
    header.writeUInt32BE(data.length, entry + 12);
    const padding = Buffer.alloc((4 - (data.length % 4)) % 4);
    parts.push(data, padding);
    offset += data.length + padding.length;
  });
  return Buffer.concat(parts);
}

function readTable(woff: Buffer, index: number): Table {
  const entry = WOFF_HEADER + index * WOFF_ENTRY;
  const offset = woff.readUInt32BE(entry + 4);
  const packedLength = woff.readUInt32BE(entry + 8);
  const length = woff.readUInt32BE(entry + 12);
  const packed = woff.subarray(offset, offset + packedLength);
  const data = packedLength === length ? packed : inflateSync(packed, { maxOutputLength: length });
  if (data.length !== length)
    throw new RangeError('a table of the WOFF file does not have its declared length');
  return { tag: woff.subarray(entry, entry + 4), checksum: woff.readUInt32BE(entry + 16), data };
}
