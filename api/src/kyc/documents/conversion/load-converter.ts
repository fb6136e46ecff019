import type { OriginalType } from '@moniker/common/document-types.js';
import type { Frame } from './frames.js';
import type { RawPage } from './raw-page.js';
import { DocumentRefusedError } from './refusals.js';

type Reader = (file: Buffer, type: OriginalType) => AsyncGenerator<RawPage>;

/** Yields a picture of each page and, at the end, an end marker or the reason for refusing the file. */
type Converter = (file: Buffer) => AsyncGenerator<Frame>;

/** Loads only the converter for files of this type. */
export async function loadConverter(type: OriginalType): Promise<Converter> {
  const [read, { encodePage }] = await Promise.all([loadReader(type), import('./encode-page.js')]);
  return async function* (file) {
    try {
      for await (const page of read(file, type)) yield await encodePage(page);
      yield { tag: 'end', bytes: Buffer.from(type) };
    } catch (error) {
      const refusal = error instanceof DocumentRefusedError ? error.refusal : 'damaged';
      yield { tag: 'refused', bytes: Buffer.from(refusal) };
    }
  };
}

async function loadReader(type: OriginalType): Promise<Reader> {
  if (type === 'application/pdf') return (await import('./read-pdf.js')).readPdf;
  if (type === 'image/heic') return (await import('./read-heic.js')).readHeic;
  return (await import('./read-picture.js')).readPicture;
}
