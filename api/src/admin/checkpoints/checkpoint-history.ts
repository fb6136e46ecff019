import type { DataSource } from 'typeorm';
import { nullIfInvalid, type Checkpoint, type CheckpointVerifier } from '../../ledger/proof/checkpoints.js';
import { checkpointFileName } from './checkpoint-archive.js';
import type { CheckpointStore } from './checkpoint-store.js';

/** Files and rows that are tried, newest first, until one is readable and signed by the bank. */
const MAX_TRIED = 10;

/**
 * The newest checkpoint that the bank has signed, wherever it is kept: in the database, in the folder or in the bucket.
 * Somebody who rewrites the database cannot change the others.
 */
export class CheckpointHistory {
  private newest: Checkpoint | null = null;
  private isRead = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly stores: readonly CheckpointStore[],
    private readonly verifier: Pick<CheckpointVerifier, 'open'>,
  ) {}

  /**
   * Returns the newest checkpoint that was taken after `since`, or null. Reads the places outside the database once: later
   * checkpoints are seen in the database before they get there, and remembered.
   */
  async newestSince(since: Date): Promise<Checkpoint | null> {
    const row = await this.newestRow(since);
    const kept = this.newest !== null && this.newest.takenAt > since ? this.newest : null;
    const stored = this.isRead
      ? []
      : await Promise.all(this.stores.map((store) => this.newestIn(store, row, since)));
    this.isRead = true;
    this.newest = highest([kept, row, ...stored]);
    return this.newest;
  }

  /** Moves checkpoints out of the way, newest first, until one is part of the log. Returns how many. */
  async setAside(folder: string, isInLog: (checkpoint: Checkpoint) => Promise<boolean>): Promise<number> {
    let count = 0;
    for (const store of this.stores) {
      for (const name of (await store.names(CHECKPOINTS, '')).reverse()) {
        const checkpoint = this.open(await store.read(name));
        if (checkpoint === null) continue;
        if (await isInLog(checkpoint)) break;
        await store.setAside(name, folder);
        count += 1;
      }
    }
    this.newest = null;
    return count;
  }

  private async newestRow(since: Date): Promise<Checkpoint | null> {
    const rows = await this.dataSource.query<{ note: string }[]>(
      'select note from ledger_checkpoint where taken_at > $1 order by position desc limit $2',
      [since, MAX_TRIED],
    );
    return rows.map(({ note }) => this.open(note)).find((checkpoint) => checkpoint !== null) ?? null;
  }

  /** Looks only at names from the newest row on, because a bucket lists names in ascending order. */
  private async newestIn(
    store: CheckpointStore,
    row: Checkpoint | null,
    since: Date,
  ): Promise<Checkpoint | null> {
    const after = row === null ? '' : checkpointFileName(row.position - 1);
    const names = await store.names(CHECKPOINTS, after);
    for (const name of names.reverse().slice(0, MAX_TRIED)) {
      const checkpoint = this.open(await store.read(name));
      if (checkpoint !== null && checkpoint.takenAt > since) return checkpoint;
    }
    return null;
  }

  /** Returns null if the note cannot be read or is not signed by a key of the bank. */
  private open(note: string | null): Checkpoint | null {
    return note === null ? null : nullIfInvalid(() => this.verifier.open(note).checkpoint);
  }
}

const CHECKPOINTS = 'checkpoint-';

function highest(checkpoints: readonly (Checkpoint | null)[]): Checkpoint | null {
  return checkpoints.reduce(
    (best, one) => (one !== null && (best === null || one.position > best.position) ? one : best),
    null,
  );
}
