import type { CheckpointSigner } from '../ledger/proof/checkpoints.js';

const POSITION_DIGITS = 15;

/** Returns the file name of a checkpoint. Names sort like positions. */
export function checkpointFileName(position: number): string {
  return `checkpoint-${String(position).padStart(POSITION_DIGITS, '0')}.txt`;
}

/** Stores small files outside the database. Each is written once and never replaced. */
export interface WriteOnceStore {
  /** Writes a file atomically. An existing file stays unchanged. */
  write(name: string, text: string): Promise<void>;
}

/**
 * Stores checkpoints and their public keys outside the database, so that somebody who rewrites the database cannot
 * change them as well (LED-17).
 */
export class CheckpointArchive {
  constructor(private readonly stores: readonly WriteOnceStore[]) {}

  async storeKey({ keyId, publicKey }: CheckpointSigner): Promise<void> {
    await this.write(`keys/${keyId}.pub`, `${publicKey}\n`);
  }

  async storeCheckpoint(position: number, note: string): Promise<void> {
    await this.write(checkpointFileName(position), note);
  }

  private async write(name: string, text: string): Promise<void> {
    for (const store of this.stores) await store.write(name, text);
  }
}
