import { isUUID } from 'class-validator';
import type { Bucket } from '../platform/storage/bucket.js';
import type { IncomingFiles } from './object-store.port.js';
import { MAX_UPLOAD_BYTES } from './raw-body.js';

const PREFIX = 'incoming/';

/** Files on their way in, below `incoming/` of a bucket: no link that is handed out reaches anything else. */
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
  if (!isUUID(id)) throw new Error('the id of an object must be a UUID');
  return `${PREFIX}${id}`;
}
