import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { WriteOnceStore } from './checkpoint-archive.js';

/** A folder of files that are written once. */
export class CheckpointFolder implements WriteOnceStore {
  constructor(private readonly folder: string) {}

  async write(name: string, text: string): Promise<void> {
    const file = path.join(this.folder, name);
    if (await exists(file)) return;
    await mkdir(path.dirname(file), { recursive: true, mode: 0o755 });
    // Beside it first, so that a file is there as a whole or not at all.
    const unfinished = `${file}.${process.pid}`;
    await writeFile(unfinished, text, { mode: 0o644 });
    await rename(unfinished, file);
  }
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
