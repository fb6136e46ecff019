import type { Sql } from '../../platform/database/sql.js';
import type { HashedFields } from './hash-chain.js';

/** A log position with its hash and time. Position 0 is before the first event. */
export interface LogPosition {
  readonly position: number;
  readonly hash: Buffer;
  readonly recordedAt: Date;
}

/** The position of the log's last event, or `LOG_START` if the log is empty. */
export type Head = LogPosition;

/** An event as stored in the log. */
export interface RecordedEvent extends HashedFields {
  readonly hash: Buffer;
}

/**
 * The append-only log. The PostgreSQL implementation locks the head from `openHead` to the end of the transaction.
 * Another implementation may use optimistic concurrency and fail in `append`. Callers must support both.
 */
export interface EventLog {
  /** Returns the head to append to. */
  openHead(sql: Sql): Promise<Head>;
  /**
   * Appends contiguous, chained events after `expected`. Checks the head's position and hash, so `expected` may also be
   * a prediction instead of `openHead`'s result.
   *
   * @throws HeadMovedError the head has moved; the transaction can no longer commit
   * @throws LogFencedError another log continues this one
   */
  append(sql: Sql, expected: Head, events: readonly RecordedEvent[]): Promise<void>;
  /** Returns the committed head, without locking it. */
  head(sql: Sql): Promise<Head>;
  /** Returns at most `limit` events after `afterPosition`, in order. */
  read(sql: Sql, afterPosition: number, limit: number): Promise<RecordedEvent[]>;
}

/** Another writer appended first. Nothing was written; the caller can decide again, based on the new head. */
export class HeadMovedError extends Error {
  constructor(options?: ErrorOptions) {
    super('the head of the log has moved', options);
    this.name = 'HeadMovedError';
  }
}

/** The log was closed for good, because another log continues it. Nothing was written, and nothing ever will be. */
export class LogFencedError extends Error {
  constructor(options?: ErrorOptions) {
    super('the log was moved to another engine', options);
    this.name = 'LogFencedError';
  }
}
