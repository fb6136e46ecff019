import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SigningKey } from '../ledger/proof/signing-key.js';

const POSITION_DIGITS = 15;

/** The name of a checkpoint's file; names sort as positions do. */
export function fileNameOf(position: number): string {
  return `checkpoint-${String(position).padStart(POSITION_DIGITS, '0')}.txt`;
}

/**
 * Checkpoints and the keys to check them, kept as files outside the database: whoever rewrites the database does not
 * reach them there. What is in the folder already is never written again.
 */
export class CheckpointFolder {
  constructor(private readonly folder: string) {}

  async keepKey(key: SigningKey): Promise<void> {
    await this.write(path.join('keys', `${key.id}.pub`), `${key.publicKey}\n`);
  }

  async keep(position: number, note: string): Promise<void> {
    await this.write(fileNameOf(position), note);
  }

  private async write(name: string, text: string): Promise<void> {
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
