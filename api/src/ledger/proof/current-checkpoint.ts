import type { Sql } from '../../platform/database/sql.js';
import { postgresEventLog } from '../log/postgres-event-log.js';
import { currentTrialBalance, sumOfTrialBalance } from '../reports/trial-balance.js';
import type { Checkpoint } from './checkpoint.js';
import { rangeRootOf } from './merkle-tree-store.js';

/** The ledger cannot be stated: its accounts do not sum to zero. */
export class UnbalancedLedgerError extends Error {
  override name = 'UnbalancedLedgerError';
}

/**
 * What there is to state about the ledger now; null while it is empty. `sql` must be inside of a snapshot, so that
 * head, tree and balances are those of one moment. Throws `UnbalancedLedgerError` rather than state a false sum.
 */
export async function currentCheckpoint(sql: Sql, now: Date): Promise<Checkpoint | null> {
  const { position, hash, recordedAt } = await postgresEventLog.head(sql);
  if (position === 0) return null;
  const balance = await currentTrialBalance(sql);
  if (sumOfTrialBalance(balance) !== 0) {
    throw new UnbalancedLedgerError('the accounts do not sum to zero: run "ledger verify"');
  }
  const root = await rangeRootOf(sql)(0, position);
  return { position, hash, root, recordedAt, takenAt: now, balance };
}
