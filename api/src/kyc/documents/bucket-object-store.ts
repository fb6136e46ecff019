import type { Readable } from 'node:stream';
import type { Bucket } from '../../platform/storage/bucket.js';
import type { StoredStream } from '../../platform/storage/stored-stream.js';
import { BucketIncomingFiles } from './bucket-incoming-files.js';
import { assertId, assertName } from './object-name.js';
import type { ObjectStore } from './object-store.port.js';

const PREFIX = 'objects/';

/** Stores objects under `objects/` in a bucket. */
export class BucketObjectStore implements ObjectStore {
  readonly incoming: BucketIncomingFiles;

  constructor(private readonly bucket: Bucket) {
    this.incoming = new BucketIncomingFiles(bucket);
  }

  put(name: string, content: Readable, bytes: number): Promise<void> {
    return this.bucket.putStream(PREFIX + assertName(name), content, bytes);
  }

  open(name: string): Promise<StoredStream | null> {
    return this.bucket.open(PREFIX + assertName(name));
  }

  async deleteAll(id: string): Promise<void> {
    for await (const key of this.bucket.keysAfter(PREFIX + assertId(id), '')) await this.bucket.delete(key);
  }
}
