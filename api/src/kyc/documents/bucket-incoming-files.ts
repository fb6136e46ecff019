import type { Bucket } from '../../platform/storage/bucket.js';
import type { StoredStream } from '../../platform/storage/stored-stream.js';
import { assertId } from './object-name.js';
import type { IncomingFiles } from './object-store.port.js';

const PREFIX = 'incoming/';

/** Files that browsers upload to `incoming/` in a bucket. Upload links can't reach anything else (FILE-13). */
export class BucketIncomingFiles implements IncomingFiles {
  constructor(private readonly bucket: Bucket) {}

  createUploadLink(id: string, bytes: number, seconds: number): Promise<string | null> {
    return this.bucket.uploadLink(PREFIX + assertId(id), bytes, seconds);
  }

  open(id: string): Promise<StoredStream | null> {
    return this.bucket.open(PREFIX + assertId(id));
  }

  delete(id: string): Promise<void> {
    return this.bucket.delete(PREFIX + assertId(id));
  }

  async removeBefore(moment: Date): Promise<number> {
    let count = 0;
    for await (const { key } of this.bucket.listBefore(PREFIX, moment)) {
      await this.bucket.delete(key);
      count += 1;
    }
    return count;
  }
}
