import type { Sql } from '../../platform/database/sql.js';
import type { AuditedLog } from '../log/audited-log.js';
import { postgresEventLog } from '../log/postgres-event-log.js';
import { currentTrialBalance, sumOfTrialBalance } from '../reports/trial-balance.js';
import type { Checkpoint } from './checkpoint.js';
import { rangeRootOf } from './merkle-tree-store.js';

/** A checkpoint cannot be taken, because the accounts do not sum to zero. */
export class UnbalancedLedgerError extends Error {
  override name = 'UnbalancedLedgerError';
}

/** A checkpoint cannot be taken, because the tables are not a projection of the log outside PostgreSQL. */
export class LogMismatchError extends Error {
  override name = 'LogMismatchError';
}

/** Reads hashes from a log outside PostgreSQL. */
export type HashSource = Pick<AuditedLog, 'hashAt'>;

/**
 * Builds a checkpoint of the current ledger. Returns null if the ledger is empty. `sql` must read from one snapshot, so
 * that head, tree and balances belong together. `log` is the log outside PostgreSQL, or null if the log is in
 * PostgreSQL. A log outside PostgreSQL must have the head's hash at the head's position.
 *
 * @throws UnbalancedLedgerError the accounts do not sum to zero
 * @throws LogMismatchError the log does not have the tables' last event
 */
export async function currentCheckpoint(
  sql: Sql,
  log: HashSource | null,
  now: Date,
): Promise<Checkpoint | null> {
  const { position, hash, recordedAt } = await postgresEventLog.head(sql);
  if (position === 0) return null;
  if (log !== null && (await log.hashAt(position))?.equals(hash) !== true) {
    throw new LogMismatchError(
      `The log doesn't have the event that the tables have at position ${position}. Run "ledger verify".`,
    );
  }
  const balance = await currentTrialBalance(sql);
  if (sumOfTrialBalance(balance) !== 0) {
    throw new UnbalancedLedgerError('The accounts don\'t sum to zero. Run "ledger verify".');
  }
  const root = await rangeRootOf(sql)(0, position);
  return { position, hash, root, recordedAt, takenAt: now, balance };
}
