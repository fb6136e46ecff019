import type { Sql } from '../../platform/database/sql.js';
import { postgresEventLog } from '../log/postgres-event-log.js';
import { currentTrialBalance, sumOfTrialBalance } from '../reports/trial-balance.js';
import type { Checkpoint } from './checkpoint.js';
import { rangeRootOf } from './merkle-tree-store.js';

/** A checkpoint cannot be taken, because the accounts do not sum to zero. */
export class UnbalancedLedgerError extends Error {
  override name = 'UnbalancedLedgerError';
}

/**
 * Builds a checkpoint of the current ledger. Returns null if the ledger is empty. `sql` must be in a snapshot, so that
 * head, tree and balances belong together.
 *
 * @throws UnbalancedLedgerError the accounts do not sum to zero
 */
export async function currentCheckpoint(sql: Sql, now: Date): Promise<Checkpoint | null> {
  const { position, hash, recordedAt } = await postgresEventLog.head(sql);
  if (position === 0) return null;
  const balance = await currentTrialBalance(sql);
  if (sumOfTrialBalance(balance) !== 0) {
    throw new UnbalancedLedgerError('The accounts do not sum to zero. Run "ledger verify".');
  }
  const root = await rangeRootOf(sql)(0, position);
  return { position, hash, root, recordedAt, takenAt: now, balance };
}
