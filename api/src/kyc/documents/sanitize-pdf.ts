import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFParser,
  PDFRef,
  PDFStream,
  PDFStreamWriter,
  PDFWriter,
} from '@cantoo/pdf-lib';
import { AppError } from '../../http/app-error.js';
import { activeContentError, checkPdf, uncheckableError } from './check-pdf.js';

/** Actions that run something, open another file, send data or change what a page shows. */
const FORBIDDEN_ACTIONS = namesOf(
  ...['GoToR', 'GoToE', 'GoToDp', 'Launch', 'Thread', 'Sound', 'Movie', 'Hide', 'SubmitForm', 'ResetForm'],
  ...['ImportData', 'JavaScript', 'SetOCGState', 'Rendition', 'Trans', 'GoTo3DView', 'RichMediaExecute'],
);
/** Actions of ordinary documents that nobody needs to read them: links to the web and commands of the viewer. */
const REMOVED_ACTIONS = namesOf('URI', 'Named');
/** Annotations that play or contain files. */
const FORBIDDEN_SUBTYPES = namesOf('FileAttachment', 'RichMedia', 'Movie', 'Sound', 'Screen', '3D');
/** Keys that exist only for scripts, forms with scripts, and other files. */
const FORBIDDEN_KEYS = namesOf(
  ...['JS', 'JavaScript', 'XFA', 'EF', 'EmbeddedFiles', 'Collection', 'RichMediaContent'],
);
/** Resources have names of the author's choice, which may be those above. */
const RESOURCE_TYPES = namesOf('Font', 'XObject', 'ExtGState', 'Pattern');
const CONTAINER_TYPES = namesOf('ObjStm', 'XRef');

const [S, A, PA, AA, F, TYPE, SUBTYPE] = [
  ...[PDFName.of('S'), PDFName.of('A'), PDFName.of('PA'), PDFName.of('AA')],
  ...[PDFName.of('F'), PDFName.of('Type'), PDFName.of('Subtype')],
] as const;

/**
 * Returns a PDF that only shows pages (FILE-5): parses the document, refuses active content, removes links and writes
 * what was parsed. Bytes that this parser reads differently from a viewer are therefore not in the result.
 *
 * @throws AppError FILE_REFUSED if the document has active content or cannot be parsed
 */
export async function sanitizePdf(upload: Buffer): Promise<Uint8Array> {
  checkPdf(upload);
  try {
    const context = await parse(upload);
    for (const dict of dictionariesOf(context)) assertPassive(dict);
    removeLinks(context);
    const Writer = context.pdfFileDetails.useObjectStreams ? PDFStreamWriter : PDFWriter;
    return await Writer.forContext(context, Infinity).serializeToBuffer();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw uncheckableError();
  }
}

async function parse(upload: Buffer): Promise<PDFContext> {
  const context = await PDFParser.forBytesWithOptions(upload, Infinity, true).parseDocument();
  const isReadable = context.lookup(context.trailerInfo.Root) instanceof PDFDict;
  if (!isReadable || context.trailerInfo.Encrypt !== undefined) throw uncheckableError();
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    // A viewer may follow a reference to a reference, but lookups here do not.
    if (object instanceof PDFRef) throw uncheckableError();
    // Their contents are objects of their own now.
    if (object instanceof PDFStream && isOneOf(CONTAINER_TYPES, object.dict.lookup(TYPE))) {
      context.delete(ref);
    }
  }
  return context;
}

/** Returns every dictionary of the document, including those of streams. Iterates, because nesting may be deep. */
function* dictionariesOf(context: PDFContext): Generator<PDFDict> {
  const left: PDFObject[] = context.enumerateIndirectObjects().map(([, object]) => object);
  for (let object = left.pop(); object !== undefined; object = left.pop()) {
    if (object instanceof PDFStream) {
      if (object.dict.has(F)) throw activeContentError();
      left.push(object.dict);
    } else if (object instanceof PDFDict) {
      yield object;
      left.push(...object.values());
    } else if (object instanceof PDFArray) {
      for (let index = 0; index < object.size(); index += 1) left.push(object.get(index));
    }
  }
}

/** @throws AppError FILE_REFUSED if the dictionary has active content */
function assertPassive(dict: PDFDict): void {
  const isActive =
    isOneOf(FORBIDDEN_ACTIONS, dict.lookup(S)) ||
    isOneOf(FORBIDDEN_SUBTYPES, dict.lookup(SUBTYPE)) ||
    hasValue(dict, AA) ||
    [...FORBIDDEN_KEYS].some((key) => hasValue(dict, key));
  if (isActive) throw activeContentError();
}

/** Whether a dictionary has a key, other than as the name of a resource. */
function hasValue(dict: PDFDict, key: PDFName): boolean {
  if (!dict.has(key)) return false;
  const value = dict.lookup(key);
  const own = value instanceof PDFStream ? value.dict : value;
  return !(own instanceof PDFDict && isOneOf(RESOURCE_TYPES, own.lookup(TYPE)));
}

/** Removes link actions, both where annotations and outlines refer to them and wherever else they are. */
function removeLinks(context: PDFContext): void {
  const dictionaries = [...dictionariesOf(context)];
  for (const dict of dictionaries) {
    for (const key of [A, PA]) {
      if (isLink(dict.lookup(key))) dict.delete(key);
    }
  }
  for (const action of dictionaries.filter(isLink)) {
    for (const key of action.keys()) action.delete(key);
  }
}

function isLink(object: PDFObject | undefined): boolean {
  return object instanceof PDFDict && isOneOf(REMOVED_ACTIONS, object.lookup(S));
}

/** Names are pooled: equal names are the same object. */
function isOneOf(names: ReadonlySet<PDFName>, object: PDFObject | undefined): boolean {
  return object instanceof PDFName && names.has(object);
}

function namesOf(...names: readonly string[]): ReadonlySet<PDFName> {
  return new Set(names.map((name) => PDFName.of(name)));
}
