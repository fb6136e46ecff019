import type { SigningKey } from '../ledger/proof/signing-key.js';

const POSITION_DIGITS = 15;

/** The name of a checkpoint's file; names sort as positions do. */
export function checkpointFileName(position: number): string {
  return `checkpoint-${String(position).padStart(POSITION_DIGITS, '0')}.txt`;
}

/** A place for small files outside the database, which are written once. */
export interface WriteOnceStore {
  /** Writes a file as a whole or not at all; one that is there stays as it is. */
  write(name: string, text: string): Promise<void>;
}

/**
 * Checkpoints and the keys to check them, kept as files outside the database: whoever rewrites the database does not
 * reach them there.
 */
export class CheckpointArchive {
  constructor(private readonly stores: readonly WriteOnceStore[]) {}

  async storeKey(key: SigningKey): Promise<void> {
    await this.write(`keys/${key.id}.pub`, `${key.publicKey}\n`);
  }

  async storeCheckpoint(position: number, note: string): Promise<void> {
    await this.write(checkpointFileName(position), note);
  }

  private async write(name: string, text: string): Promise<void> {
    for (const place of this.stores) await place.write(name, text);
  }
}
