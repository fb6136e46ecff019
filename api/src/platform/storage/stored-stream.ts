import type { Readable } from 'node:stream';

/** A stored object that is read while it arrives. Destroy `content` if it is not read to its end. */
export interface StoredStream {
  readonly content: Readable;
  readonly bytes: number;
}
