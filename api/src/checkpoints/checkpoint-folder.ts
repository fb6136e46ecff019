import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CheckpointStore } from './checkpoint-store.js';

/** Names of complete files. Those being written have another ending. */
const COMPLETE = /\.(txt|pub)$/;

/** Stores files in a folder. */
export class CheckpointFolder implements CheckpointStore {
  constructor(private readonly folder: string) {}

  async write(name: string, text: string): Promise<void> {
    const file = path.join(this.folder, name);
    if (await exists(file)) return;
    await mkdir(path.dirname(file), { recursive: true, mode: 0o755 });
    // Writes a temporary file and renames it, so that the file appears atomically.
    const temporary = `${file}.${process.pid}`;
    await writeFile(temporary, text, { mode: 0o644 });
    await rename(temporary, file);
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
    await mkdir(path.join(this.folder, folder), { recursive: true, mode: 0o755 });
    await orNull(rename(path.join(this.folder, name), path.join(this.folder, folder, name)));
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

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
