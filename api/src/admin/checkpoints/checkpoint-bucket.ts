import type { Bucket } from '../../platform/storage/bucket.js';
import { ObjectTooLargeError } from '../../platform/storage/storage-errors.js';
import type { StoreResult } from './checkpoint-archive.js';
import type { CheckpointStore } from './checkpoint-store.js';

const PREFIX = 'checkpoints/';
/** Maximum number of written names to remember. Remembering them saves a storage request per file and poll. */
const MAX_REMEMBERED = 1000;
/** Larger than any of our files. */
const MAX_BYTES = 10_000;

/** Stores files under `checkpoints/` in a bucket. Several processes can write concurrently. */
export class CheckpointBucket implements CheckpointStore {
  readonly canTear = false;
  private readonly written = new Set<string>();

  constructor(private readonly bucket: Bucket) {}

  async write(name: string, text: string): Promise<StoreResult> {
    if (this.written.has(name)) return 'unchanged';
    const existing = await this.existing(name);
    if (existing !== null && existing !== text) return 'different';
    // Concurrent writers write the same content, because each position is signed only once.
    if (existing === null) await this.bucket.put(PREFIX + name, Buffer.from(text, 'utf8'));
    if (this.written.size >= MAX_REMEMBERED) this.written.clear();
    this.written.add(name);
    return existing === null ? 'written' : 'unchanged';
  }

  async read(name: string): Promise<string | null> {
    const bytes = await this.bucket.get(PREFIX + name, MAX_BYTES);
    return bytes?.toString('utf8') ?? null;
  }

  async names(prefix: string, after: string): Promise<string[]> {
    const names: string[] = [];
    for await (const key of this.bucket.keysAfter(PREFIX + prefix, after === '' ? '' : PREFIX + after)) {
      names.push(key.slice(PREFIX.length));
    }
    return names;
  }

  async setAside(name: string, folder: string): Promise<void> {
    const bytes = await this.bucket.get(PREFIX + name, MAX_BYTES);
    if (bytes === null) return;
    await this.bucket.put(`${PREFIX}${folder}/${name}`, bytes);
    await this.bucket.delete(PREFIX + name);
    this.written.delete(name);
  }

  /** Returns a file's text, which is empty if the file is too large to be ours; null if it does not exist. */
  private async existing(name: string): Promise<string | null> {
    try {
      return await this.read(name);
    } catch (error) {
      if (error instanceof ObjectTooLargeError) return '';
      throw error;
    }
  }
}
