import { type OriginalType, recognizeType, TYPE_HEAD_BYTES } from '@moniker/common/document-types.js';

/** An upload whose first bytes have been read. */
export interface RecognizedUpload {
  /** Null if its type isn't accepted. */
  readonly type: OriginalType | null;
  readonly isEmpty: boolean;
  /** The complete content, including those first bytes. */
  readonly bytes: AsyncIterable<Buffer>;
}

/** Reads an upload's first bytes and recognizes its type from them (FILE-3). */
export async function recognizeUpload(upload: AsyncIterableIterator<Buffer>): Promise<RecognizedUpload> {
  let head = Buffer.alloc(0);
  while (head.length < TYPE_HEAD_BYTES) {
    const next = await upload.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  async function* all(): AsyncGenerator<Buffer> {
    yield head;
    yield* upload;
  }
  return { type: recognizeType(head), isEmpty: head.length === 0, bytes: all() };
}
