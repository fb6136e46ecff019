import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import { MAX_PAGES, MAX_STORED_PIXELS, type RawPage, scaleToFit } from './raw-page.js';
import { DocumentRefusedError } from './refusals.js';

const POINTS_PER_INCH = 72;
const SHARP_DPI = 150;
const SHARP_PAGES = 20;
/** The resolution for documents with more than `SHARP_PAGES` pages. It is lower, to limit time and memory. */
const COARSE_DPI = 100;
/**
 * Minimum size of a page picture. It keeps a driver's license readable even if the PDF's page is only as large as the
 * license itself.
 */
const MIN_PIXELS = 1_000_000;
/** The size limit of a page is never below this, because a page picture can be larger than the whole PDF. */
const MIN_PAGE_BYTES = 600_000;
/** Maximum length of a page picture's sides in pixels. Even a long, narrow page needs less. */
const MAX_SIDE = 20_000;

/** The type of Acrobat form that other programs show as “Please wait…”. */
const DYNAMIC_FORM = 2;

/**
 * Draws a PDF's pages as they would be printed (FILE-15). Scripts, actions, attachments and references are not part of
 * a drawing.
 */
export async function* readPdf(input: Buffer): AsyncGenerator<RawPage> {
  const library = await PDFiumLibrary.init();
  const document = await open(library, input);
  const count = document.getPageCount();
  if (count === 0) throw new DocumentRefusedError('no-pages');
  if (count > MAX_PAGES) throw new DocumentRefusedError('pages');
  if (formTypeOf(document) === DYNAMIC_FORM) throw new DocumentRefusedError('form');
  for (const page of document.pages()) {
    const { originalWidth: width, originalHeight: height } = page.getOriginalSize();
    // A page that cannot be loaded has no size.
    if (!(width * height > 0)) throw new DocumentRefusedError('damaged');
    const scale = scaleOf({ width, height }, count > SHARP_PAGES ? COARSE_DPI : SHARP_DPI);
    const pixelsOf = (points: number): number => Math.min(MAX_SIDE, Math.max(1, Math.round(points * scale)));
    const drawn = await page.render({
      ...{ width: pixelsOf(width), height: pixelsOf(height), scale: 1 },
      ...{ render: 'bitmap', renderFormFields: true },
    });
    yield {
      ...{ data: drawn.data, width: drawn.width, height: drawn.height, channels: 4 },
      maxBytes: Math.max(MIN_PAGE_BYTES, input.length / count),
    };
  }
}

async function open(library: PDFiumLibrary, input: Buffer): Promise<PDFiumDocument> {
  try {
    return await library.loadDocument(input);
  } catch (error) {
    const isLocked = error instanceof Error && /password/i.test(error.message);
    throw new DocumentRefusedError(isLocked ? 'password' : 'damaged');
  }
}

/** Returns the type of a document's form, which PDFium's wrapper does not expose. */
function formTypeOf(document: PDFiumDocument): number {
  const { module, documentIdx } = document as unknown as {
    readonly module: { _FPDF_GetFormType(documentIdx: number): number };
    readonly documentIdx: number;
  };
  return module._FPDF_GetFormType(documentIdx);
}

/** Returns pixels per point. */
function scaleOf(size: { readonly width: number; readonly height: number }, dpi: number): number {
  const wanted = Math.max(dpi / POINTS_PER_INCH, Math.sqrt(MIN_PIXELS / (size.width * size.height)));
  const drawn = { width: size.width * wanted, height: size.height * wanted };
  return wanted * scaleToFit(drawn, MAX_STORED_PIXELS);
}
