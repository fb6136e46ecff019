import { createHash } from 'node:crypto';
import PDFDocument from 'pdfkit';
import sharp, { type Sharp } from 'sharp';

/** Files like those that customers send. They are generated, because real files would contain personal data. */

/** A picture with two colors side by side, so a test can see whether it was turned or mirrored. */
export function twoColors(width = 60, height = 40): Sharp {
  const half = { create: { width: width / 2, height, channels: 3 as const, background: 'red' } };
  return sharp({ create: { width, height, channels: 3, background: 'blue' } }).composite([
    { input: half, left: 0, top: 0 },
  ]);
}

/** Pixels that no encoder compresses well. They are the same each time. */
export function noise(width: number, height: number): Sharp {
  const channels = 3;
  const data = Buffer.alloc(width * height * channels);
  const block = createHash('shake256', { outputLength: 65_536 }).update('noise').digest();
  for (let at = 0; at < data.length; at += block.length) {
    block.copy(data, at);
    // Changes each block, because PNG would compress repeated ones.
    block.reverse().writeUInt32BE(at);
  }
  return sharp(data, { raw: { width, height, channels } });
}

/**
 * A small version of an iPhone's HEIC: HEVC, 64 × 48 pixels, with the Display P3 color profile. Its metadata tells
 * viewers to rotate it 90 degrees counterclockwise. Before that rotation, its left half is red and its right half is
 * blue. Made with x265 and handwritten boxes.
 */
export const HEIC = Buffer.from(
  [
    'AAAAGGZ0eXBoZWljAAAAAG1pZjFoZWljAAADIW1ldGEAAAAAAAAAIWhkbHIAAAAAAAAAAHBpY3QAAAAAAAAAAAAAAAAAAAAADnBp',
    'dG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAADQQAAAE0AAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABodmMxAAAA',
    'AqVpcHJwAAAChmlwY28AAAB1aHZjQwEECAAAAwCfqAAAAwDwAPz9+PgAAA8DoAABABdAAQwB//8ECAAAAwCfqAAAAwAAHroCQKEA',
    'AQAqQgEBBAgAAAMAn6gAAAMAAB6gIIMWW6W8LwFuBAQCCAAAAwAIAAADAMhAogABAAZEAcBxgxIAAAAUaXNwZQAAAAAAAABAAAAA',
    'MAAAAAlpcm90AQAAAexjb2xycHJvZgAAAeBsY21zBCAAAG1udHJSR0IgWFlaIAfiAAMAFAAJAA4AHWFjc3BNU0ZUAAAAAHNhd3Nj',
    'dHJsAAAAAAAAAAAAAAAAAAD21gABAAAAANMtaGFuZILiqHKLij/3JT65ku4k1q4AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'AAAACmRlc2MAAAD8AAAAJGNwcnQAAAEgAAAAInd0cHQAAAFEAAAAFGNoYWQAAAFYAAAALHJYWVoAAAGEAAAAFGdYWVoAAAGYAAAA',
    'FGJYWVoAAAGsAAAAFHJUUkMAAAHAAAAAIGdUUkMAAAHAAAAAIGJUUkMAAAHAAAAAIG1sdWMAAAAAAAAAAQAAAAxlblVTAAAACAAA',
    'ABwAcwBQADMAQ21sdWMAAAAAAAAAAQAAAAxlblVTAAAABgAAABwAQwBDADAAAFhZWiAAAAAAAAD21gABAAAAANMtc2YzMgAAAAAA',
    'AQxCAAAF3v//8yUAAAeTAAD9kP//+6H///5OAAADmgAAwBRYWVogAAAAAAAAg98AAD2/AAAAAFhZWiAAAAAAAABKvwAAsTcAAAq1',
    'WFlaIAAAAAAAACg4AAARCgAAyHhwYXJhAAAAAAADAAAAAmZpAADypwAADVkAABPQAAAKWwAAABdpcG1hAAAAAAAAAAEAAQSBAoME',
    'AAAAVW1kYXQAAABJKAGsEdl3KOr85+YTYXf3o/yHq26+5iKPjySl+Uxf/5xkn/riYrovjcaX31ZSYjYx4e9uIs6A00AtOSZ/TEIC',
    'AqkKpnhmBmh6Vw==',
  ].join(''),
  'base64',
);

interface PdfOptions {
  readonly pages?: number;
  readonly size?: [width: number, height: number];
  readonly document?: PDFKit.PDFDocumentOptions;
  readonly draw?: (document: PDFKit.PDFDocument, page: number) => void;
}

/** A PDF as exported by a program, not a scan. Each page has one line of text. */
export function printedPdf({
  pages = 1,
  size = [612, 792],
  document = {},
  draw,
}: PdfOptions = {}): Promise<Buffer> {
  const written = new PDFDocument({ ...document, size, autoFirstPage: false });
  const chunks: Buffer[] = [];
  written.on('data', (chunk: Buffer) => chunks.push(chunk));
  for (let page = 1; page <= pages; page += 1) {
    written.addPage();
    written.text(`Articles of Organization, page ${page}`, 20, 20);
    draw?.(written, page);
  }
  return new Promise((resolve) => {
    written.on('end', () => resolve(Buffer.concat(chunks)));
    written.end();
  });
}
