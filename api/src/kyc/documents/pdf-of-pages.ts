import PDFDocument from 'pdfkit';

/** `openImage` is missing from pdfkit's types. Its result is typed as Buffer so that `image` accepts it. */
interface OpensPictures {
  openImage(source: Buffer): Buffer & { readonly width: number; readonly height: number };
}

/** Assumed resolution of page pictures: the one at which PDFs of up to 20 pages are rendered. */
const PIXELS_PER_INCH = 150;
const POINTS_PER_INCH = 72;

/** Streams a PDF of page pictures, with one page in memory at a time. It contains nothing but the pictures. */
export async function* pdfOfPages(pages: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false, margin: 0, info: { Title: 'Document' } });
  for await (const page of pages) {
    const picture = (document as unknown as OpensPictures).openImage(page);
    const [width, height] = [toPoints(picture.width), toPoints(picture.height)];
    document.addPage({ size: [width, height], margin: 0 });
    document.image(picture, 0, 0, { width, height });
    yield* written(document);
  }
  document.end();
  for await (const chunk of document as AsyncIterable<Buffer>) yield chunk;
}

/** Drains pdfkit's output buffer. */
function* written(document: PDFKit.PDFDocument): Generator<Buffer> {
  for (;;) {
    const chunk = document.read() as Buffer | null;
    if (chunk === null) return;
    yield chunk;
  }
}

const toPoints = (pixels: number): number => (pixels / PIXELS_PER_INCH) * POINTS_PER_INCH;
