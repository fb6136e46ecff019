import { type OriginalType, recognizeType, TYPE_HEAD_BYTES } from '@moniker/common/document-types.js';

/** An upload whose first bytes have been read. */
export interface RecognizedUpload {
  /** Null if it is not of an accepted type. */
  readonly type: OriginalType | null;
  readonly isEmpty: boolean;
  /** All of its bytes. */
  readonly bytes: AsyncIterable<Buffer>;
}

/** Reads the first bytes of an upload and recognizes its type by them (FILE-3). */
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
