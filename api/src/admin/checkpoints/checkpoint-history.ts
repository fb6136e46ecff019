import type { DataSource } from 'typeorm';
import { nullIfInvalid, type Checkpoint, type CheckpointVerifier } from '../../ledger/proof/checkpoints.js';
import { checkpointFileName } from './checkpoint-archive.js';
import type { CheckpointStore } from './checkpoint-store.js';
import { latest, MAX_TRIED, newestFiles, setAsideFiles } from './signed-files.js';

/**
 * The newest checkpoint that the bank has signed, wherever it is stored: in the database, the folder or the bucket.
 * Someone who rewrites the database can't change the other copies.
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
   * Returns the newest checkpoint taken after `since`, or null. Reads the folder and bucket only once: later
   * checkpoints appear in the database first, and are remembered.
   */
  async newestSince(since: Date): Promise<Checkpoint | null> {
    const row = await this.newestRow(since);
    const kept = this.newest !== null && this.newest.takenAt > since ? this.newest : null;
    const stored = this.isRead ? [] : await this.stored(row, since);
    this.isRead = true;
    this.newest = latest([kept, row, ...stored], ({ position }) => position);
    return this.newest;
  }

  /** Moves checkpoints to `folder`, newest first, until one belongs to the log. Returns how many it moved. */
  async setAside(folder: string, isInLog: (checkpoint: Checkpoint) => Promise<boolean>): Promise<number> {
    const open = (note: string): Checkpoint | null => this.open(note);
    const count = await setAsideFiles(this.stores, { prefix: CHECKPOINTS, folder }, open, isInLog);
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

  /** Lists names only from the newest row on, because a bucket would list all older names first. */
  private stored(row: Checkpoint | null, since: Date): Promise<(Checkpoint | null)[]> {
    const after = row === null ? '' : checkpointFileName(row.position - 1);
    return newestFiles(this.stores, { prefix: CHECKPOINTS, after }, (note) => {
      const checkpoint = this.open(note);
      return checkpoint !== null && checkpoint.takenAt > since ? checkpoint : null;
    });
  }

  private open(note: string): Checkpoint | null {
    return nullIfInvalid(() => this.verifier.open(note).checkpoint);
  }
}

const CHECKPOINTS = 'checkpoint-';
