import type { Readable } from 'node:stream';

/** A stored object that is read as it arrives. Destroy `content` if it isn't read to the end. */
export interface StoredStream {
  readonly content: Readable;
  readonly bytes: number;
}
