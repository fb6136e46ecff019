import { isUUID } from 'class-validator';
import type { Bucket } from '../../platform/storage/bucket.js';
import { BucketIncomingFiles } from './bucket-incoming-files.js';
import type { ObjectStore } from './object-store.port.js';

/** No stored file is larger: this exceeds the quota of a user. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Stores objects under `objects/` of a bucket. */
export class BucketObjectStore implements ObjectStore {
  readonly incoming: BucketIncomingFiles;

  constructor(private readonly bucket: Bucket) {
    this.incoming = new BucketIncomingFiles(bucket);
  }

  put(id: string, bytes: Buffer): Promise<void> {
    return this.bucket.put(keyOf(id), bytes);
  }

  get(id: string): Promise<Buffer | null> {
    return this.bucket.get(keyOf(id), MAX_BYTES);
  }

  delete(id: string): Promise<void> {
    return this.bucket.delete(keyOf(id));
  }
}

/** Only UUIDs become part of a key (FILE-10). */
function keyOf(id: string): string {
  if (!isUUID(id)) throw new Error('an object id must be a UUID');
  return `objects/${id}`;
}
