import type { DocumentConverter, PagePicture } from './conversion/document-converter.js';
import type { StoredStream } from '../../platform/storage/stored-stream.js';
import { documentDigestOf } from './document-digest.js';
import type { DocumentFiles } from './document-files.js';
import type { DocumentEntity } from './document.entity.js';

/** The columns of a document that describe its files, known once they are complete. */
export interface ConvertedDocument extends Pick<
  DocumentEntity,
  'originalType' | 'originalSha256' | 'pageSha256' | 'sha256' | 'sealedWith'
> {
  readonly contentType: PagePicture['contentType'];
}

/**
 * Turns the original of a document into page pictures, and stores each before the next is taken, so that one is in
 * memory (FILE-21).
 *
 * @throws AppError of the converter, or the reason of `gone`
 */
export async function convertOriginal(
  { files, converter }: { readonly files: DocumentFiles; readonly converter: DocumentConverter },
  { id, originalSha256 }: { readonly id: string; readonly originalSha256: Buffer },
  original: StoredStream,
  gone?: AbortSignal,
): Promise<ConvertedDocument> {
  const pageSha256: Buffer[] = [];
  let contentType: PagePicture['contentType'] = 'image/jpeg';
  const keep = async ({ bytes, contentType: type }: PagePicture): Promise<void> => {
    gone?.throwIfAborted();
    if (pageSha256.length === 0) contentType = type;
    pageSha256.push(await files.put(id, pageSha256.length + 1, [bytes], bytes.length));
  };
  const { originalType } = await converter.convert(original.content, original.bytes, keep, gone);
  return {
    ...{ contentType, originalType, originalSha256, pageSha256 },
    sha256: documentDigestOf(originalSha256, pageSha256),
    sealedWith: files.keyId,
  };
}
