import type { Bucket } from '../platform/storage/bucket.js';
import type { WriteOnceStore } from './checkpoint-archive.js';

const PREFIX = 'checkpoints/';
/** Names that are remembered as written, so that the storage is not asked for each of them every few seconds. */
const MAX_REMEMBERED = 1000;

/** The same files as in the folder, below `checkpoints/` of a bucket. Any number of processes may write them. */
export class CheckpointBucket implements WriteOnceStore {
  private readonly written = new Set<string>();

  constructor(private readonly bucket: Bucket) {}

  async write(name: string, text: string): Promise<void> {
    if (this.written.has(name)) return;
    // Of two that write at the same moment both write the same: a position is signed once.
    const key = PREFIX + name;
    if (!(await this.bucket.has(key))) await this.bucket.put(key, Buffer.from(text, 'utf8'));
    if (this.written.size >= MAX_REMEMBERED) this.written.clear();
    this.written.add(name);
  }
}
