import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { StoredStream } from '../../platform/storage/stored-stream.js';
import { assertId, assertName } from './object-name.js';
import type { ObjectStore } from './object-store.port.js';

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

/** Stores objects as files in a folder. */
export class FolderObjectStore implements ObjectStore {
  readonly incoming = null;

  constructor(private readonly folder: string) {}

  /** Writes a temporary file and renames it, so a file exists completely or not at all. */
  async put(name: string, content: Readable, bytes: number): Promise<void> {
    const target = path.join(this.folderOf(name), assertName(name));
    await mkdir(path.dirname(target), { recursive: true, mode: PRIVATE_FOLDER });
    const temporary = `${target}.${randomUUID()}`;
    try {
      const file = createWriteStream(temporary, { flags: 'wx', mode: PRIVATE_FILE, flush: true });
      await pipeline(content, file);
      if (file.bytesWritten !== bytes)
        throw new Error('the length of the object differs from the announced one');
      await rename(temporary, target);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async open(name: string): Promise<StoredStream | null> {
    try {
      const file = await open(path.join(this.folderOf(name), assertName(name)));
      return { bytes: (await file.stat()).size, content: file.createReadStream() };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async deleteAll(id: string): Promise<void> {
    const folder = this.folderOf(assertId(id));
    const names = await readdir(folder).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    for (const name of names) if (name.startsWith(id)) await rm(path.join(folder, name), { force: true });
  }

  private folderOf(name: string): string {
    return path.join(this.folder, name.slice(0, 2));
  }
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}
