import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { isUUID } from 'class-validator';
import type { ObjectStore } from './object-store.port.js';

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

/** Stores objects as files in a folder. */
export class FolderObjectStore implements ObjectStore {
  readonly incoming = null;

  constructor(private readonly folder: string) {}

  /** Writes a temporary file and renames it, so that a file exists completely or not at all. */
  async put(id: string, bytes: Buffer): Promise<void> {
    const target = this.pathOf(id);
    await mkdir(path.dirname(target), { recursive: true, mode: PRIVATE_FOLDER });
    const temporary = `${target}.${randomUUID()}`;
    try {
      await writeThrough(temporary, bytes);
      await rename(temporary, target);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async get(id: string): Promise<Buffer | null> {
    try {
      return await readFile(this.pathOf(id));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
  }

  async delete(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true });
  }

  /** Only UUIDs become part of a path (FILE-10). */
  private pathOf(id: string): string {
    if (!isUUID(id)) throw new Error('an object id must be a UUID');
    return path.join(this.folder, id.slice(0, 2), id);
  }
}

async function writeThrough(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx', PRIVATE_FILE);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
