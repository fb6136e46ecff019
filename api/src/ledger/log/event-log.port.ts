import type { Sql } from '../../platform/database/sql.js';
import type { HashedFields } from './hash-chain.js';

/** Where the log ends: the last position (0 when empty), its hash and its time. */
export interface Head {
  readonly position: number;
  readonly hash: Buffer;
  readonly recordedAt: Date;
}

/** An event as the log keeps it. */
export interface RecordedEvent extends HashedFields {
  readonly hash: Buffer;
}

/**
 * The log behind the writer. PostgreSQL holds its head locked from `openHead` to the end of the transaction;
 * another engine may read the head there and let `append` fail on its expected revision instead. Nothing
 * above this port knows which.
 */
export interface EventLog {
  /** The head to append to. */
  openHead(sql: Sql): Promise<Head>;
  /**
   * Appends gapless, chained events after `expected`, which `openHead` need not have given: the head is checked
   * here, by position and hash. On another head it fails with `HeadMovedError`, and nothing of the transaction can
   * be committed.
   */
  append(sql: Sql, expected: Head, events: readonly RecordedEvent[]): Promise<void>;
  /** The head as it is committed now. */
  head(sql: Sql): Promise<Head>;
  /** At most `limit` events after `afterPosition`, in order. */
  read(sql: Sql, afterPosition: number, limit: number): Promise<RecordedEvent[]>;
}

/** Another writer appended first. Nothing was written; the batch can be decided again on the new head. */
export class HeadMovedError extends Error {
  constructor(options?: ErrorOptions) {
    super('the log has moved on', options);
    this.name = 'HeadMovedError';
  }
}
