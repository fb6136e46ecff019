import type { OriginalType } from '@moniker/common/document-types.js';
import type { DocumentConverter, PagePicture } from './conversion/document-converter.js';
import type { StoredStream } from '../../platform/storage/stored-stream.js';
import type { DocumentFiles } from './document-files.js';

/** The page pictures that a document's original was turned into. */
export interface ConvertedPages {
  readonly originalType: OriginalType;
  /** Type of the first page. */
  readonly contentType: PagePicture['contentType'];
  readonly pageSha256: readonly Buffer[];
}

/**
 * Turns the original of a document into page pictures, and stores each before the next is taken, so that one is in
 * memory (FILE-21).
 *
 * @throws AppError of the converter, or the reason of `gone`
 */
export async function convertOriginal(
  { files, converter }: { readonly files: DocumentFiles; readonly converter: DocumentConverter },
  id: string,
  original: StoredStream,
  gone?: AbortSignal,
): Promise<ConvertedPages> {
  const pageSha256: Buffer[] = [];
  let contentType: PagePicture['contentType'] = 'image/jpeg';
  const keep = async ({ bytes, contentType: type }: PagePicture): Promise<void> => {
    gone?.throwIfAborted();
    if (pageSha256.length === 0) contentType = type;
    pageSha256.push(await files.put(id, pageSha256.length + 1, [bytes], bytes.length));
  };
  const { originalType } = await converter.convert(original.content, original.bytes, keep, gone);
  return { originalType, contentType, pageSha256 };
}
