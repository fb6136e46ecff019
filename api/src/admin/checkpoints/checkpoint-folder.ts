import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { StoreResult } from './checkpoint-archive.js';
import type { CheckpointStore } from './checkpoint-store.js';

/** Names of complete files. Files still being written have a different extension. */
const COMPLETE = /\.(txt|pub)$/;
/** Maximum number of files remembered as already compared. */
const MAX_REMEMBERED = 1000;

/** Stores files in a folder, where they survive a power failure. */
export class CheckpointFolder implements CheckpointStore {
  readonly canTear = true;
  private readonly compared = new Set<string>();

  constructor(private readonly folder: string) {}

  async write(name: string, text: string): Promise<StoreResult> {
    const file = path.join(this.folder, name);
    const size = await sizeOf(file);
    if (this.compared.has(name) && size === Buffer.byteLength(text)) return 'unchanged';
    const existing = size === null ? null : await readFile(file, 'utf8');
    if (existing !== null && existing !== text && !isTorn(existing, text)) return 'different';
    if (existing !== text) await writeDurably(file, text);
    if (this.compared.size >= MAX_REMEMBERED) this.compared.clear();
    this.compared.add(name);
    if (existing === text) return 'unchanged';
    return existing === null ? 'written' : 'repaired';
  }

  async read(name: string): Promise<string | null> {
    return orNull(readFile(path.join(this.folder, name), 'utf8'));
  }

  async names(prefix: string, after: string): Promise<string[]> {
    const folder = path.posix.dirname(prefix);
    const names = (await orNull(readdir(path.join(this.folder, folder)))) ?? [];
    return names
      .map((name) => path.posix.join(folder, name))
      .filter((name) => name.startsWith(prefix) && COMPLETE.test(name) && name > after)
      .sort();
  }

  async setAside(name: string, folder: string): Promise<void> {
    const to = path.join(this.folder, folder, name);
    await mkdir(path.dirname(to), { recursive: true, mode: 0o755 });
    await orNull(rename(path.join(this.folder, name), to));
  }
}

/** Returns null if the file or folder does not exist. */
async function orNull<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT')
      return null;
    throw error;
  }
}

/** Whether a crash has cut off a file or left gaps in it. Any other difference is evidence and must stay. */
function isTorn(existing: string, text: string): boolean {
  return text.startsWith(existing) || existing.includes('\0');
}

/**
 * Writes a file so that it appears complete or not at all, even after a power failure: content and name are on disk
 * once this resolves. Several processes may write the same file.
 */
async function writeDurably(file: string, text: string): Promise<void> {
  const folder = path.dirname(file);
  const created = await mkdir(folder, { recursive: true, mode: 0o755 });
  if (created !== undefined) await sync(path.dirname(created));
  const temporary = `${file}.${randomUUID()}`;
  try {
    const handle = await open(temporary, 'wx', 0o644);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await sync(folder);
}

/** Waits until the names in a folder are on disk. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function sizeOf(file: string): Promise<number | null> {
  return stat(file).then(
    ({ size }) => size,
    () => null,
  );
}
