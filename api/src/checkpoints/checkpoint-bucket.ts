import type { Bucket } from '../platform/storage/bucket.js';
import type { StoreResult, WriteOnceStore } from './checkpoint-archive.js';

const PREFIX = 'checkpoints/';
/** Maximum number of written names in memory. They avoid a storage request per file and poll. */
const MAX_REMEMBERED = 1000;

/** Stores files under `checkpoints/` in a bucket. Several processes can write concurrently. */
export class CheckpointBucket implements WriteOnceStore {
  readonly canTear = false;
  private readonly written = new Set<string>();

  constructor(private readonly bucket: Bucket) {}

  async write(name: string, text: string): Promise<StoreResult> {
    if (this.written.has(name)) return 'unchanged';
    // Concurrent writers write the same content, because each position is signed only once.
    const key = PREFIX + name;
    const isNew = !(await this.bucket.has(key));
    if (isNew) await this.bucket.put(key, Buffer.from(text, 'utf8'));
    if (this.written.size >= MAX_REMEMBERED) this.written.clear();
    this.written.add(name);
    return isNew ? 'written' : 'unchanged';
  }
}
