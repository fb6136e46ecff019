import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { WriteOnceStore } from './checkpoint-archive.js';

/** Stores files in a folder. */
export class CheckpointFolder implements WriteOnceStore {
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
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
