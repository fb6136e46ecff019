import { Logger } from '@nestjs/common';
import { accessHeadFileName, type CheckpointSigner } from '../../ledger/proof/checkpoints.js';

const POSITION_DIGITS = 15;
/** Maximum size of `reported`. Further files that differ are reported again at each attempt. */
const MAX_REPORTED = 1000;

/** Returns a checkpoint's file name. Names sort in the order of positions. */
export function checkpointFileName(position: number): string {
  return `checkpoint-${String(position).padStart(POSITION_DIGITS, '0')}.txt`;
}

/**
 * What happened to a file: `written` is new, `unchanged` already had this content, `repaired` had been torn by a
 * crash, and `different` has other content and is left alone.
 */
export type StoreResult = 'written' | 'unchanged' | 'repaired' | 'different';

/** Stores small files outside the database. Each is written once and never replaced, unless a crash has torn it. */
export interface WriteOnceStore {
  /** Whether files can be incomplete, for example because an earlier release crashed while writing one. */
  readonly canTear: boolean;
  /** Writes a file atomically. An existing complete file stays unchanged. */
  write(name: string, text: string): Promise<StoreResult>;
}

/**
 * Stores checkpoints and their public keys outside the database, so someone who rewrites the database can't change them
 * too (LED-17).
 */
export class CheckpointArchive {
  private readonly logger = new Logger('Checkpoints');
  /** Files already reported as different. Each is reported only once. */
  private readonly reported = new Set<string>();

  constructor(private readonly stores: readonly WriteOnceStore[]) {}

  async storeKey({ key: { id, publicKey } }: CheckpointSigner): Promise<void> {
    await this.write(this.stores, `keys/${id}.pub`, `${publicKey}\n`);
  }

  async storeCheckpoint(position: number, note: string): Promise<void> {
    await this.write(this.stores, checkpointFileName(position), note);
  }

  /** Stores a signed head of the access log. */
  async storeAccessHead(position: number, note: string): Promise<void> {
    await this.write(this.stores, accessHeadFileName(position), note);
  }

  /** Rewrites a checkpoint's file if it is missing or was torn by a crash. */
  async repairCheckpoint(position: number, note: string): Promise<void> {
    await this.write(this.tearing(), checkpointFileName(position), note);
  }

  /** Rewrites the file of a signed head of the access log if the file is missing or was torn by a crash. */
  async repairAccessHead(position: number, note: string): Promise<void> {
    await this.write(this.tearing(), accessHeadFileName(position), note);
  }

  private tearing(): WriteOnceStore[] {
    return this.stores.filter(({ canTear }) => canTear);
  }

  private async write(stores: readonly WriteOnceStore[], name: string, text: string): Promise<void> {
    for (const store of stores) this.report(name, await store.write(name, text));
  }

  private report(file: string, result: StoreResult): void {
    if (result === 'repaired') this.logger.warn({ problem: 'incomplete file replaced', file });
    if (result !== 'different' || this.reported.has(file)) return;
    if (this.reported.size < MAX_REPORTED) this.reported.add(file);
    this.logger.error({ problem: 'file has unexpected content and was kept', file });
  }
}
