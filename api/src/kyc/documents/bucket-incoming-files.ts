import { isUUID } from 'class-validator';
import { MAX_UPLOAD_BYTES } from '@moniker/common/limits.js';
import type { Bucket } from '../../platform/storage/bucket.js';
import type { IncomingFiles } from './object-store.port.js';

const PREFIX = 'incoming/';

/** Uploads that browsers put under `incoming/` of a bucket. Upload links reach nothing else (FILE-13). */
export class BucketIncomingFiles implements IncomingFiles {
  constructor(private readonly bucket: Bucket) {}

  createUploadLink(id: string, bytes: number, seconds: number): Promise<string | null> {
    return this.bucket.uploadLink(keyOf(id), bytes, seconds);
  }

  async take(id: string): Promise<Buffer | null> {
    const bytes = await this.bucket.get(keyOf(id), MAX_UPLOAD_BYTES);
    if (bytes !== null) await this.bucket.delete(keyOf(id));
    return bytes;
  }

  async removeBefore(moment: Date): Promise<number> {
    let count = 0;
    for await (const key of this.bucket.keysBefore(PREFIX, moment)) {
      await this.bucket.delete(key);
      count += 1;
    }
    return count;
  }
}

function keyOf(id: string): string {
  if (!isUUID(id)) throw new Error('an object id must be a UUID');
  return `${PREFIX}${id}`;
}
