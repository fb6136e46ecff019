import type { Sql } from '../../platform/database/sql.js';
import { SYSTEM_ACCOUNTS } from '../domain/accounts.js';
import { postgresEventLog } from '../log/postgres-event-log.js';
import { sumOfTrialBalance } from '../reports/trial-balance.js';
import type { Checkpoint, TrialBalance } from './checkpoint.js';
import { rangeRootOf } from './merkle-tree.js';

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
  const balance = await trialBalance(sql);
  if (sumOfTrialBalance(balance) !== 0) {
    throw new UnbalancedLedgerError('the accounts do not sum to zero: run "ledger verify"');
  }
  const root = await rangeRootOf(sql)(0, position);
  return { position, hash, root, recordedAt, takenAt: now, balance };
}

async function trialBalance(sql: Sql): Promise<TrialBalance> {
  const { settlement, fees, adjustments, unclaimed } = SYSTEM_ACCOUNTS;
  const rows = await sql.query<TrialBalance>(SELECT_BALANCE, [settlement, fees, adjustments, unclaimed]);
  const [balance] = rows;
  if (balance === undefined) throw new Error('the sums query returned no row');
  return balance;
}

const SELECT_BALANCE = `
  select count(*) filter (where not is_own)::bigint as accounts,
    coalesce(sum(posted_cents) filter (where not is_own), 0)::bigint as "customersCents",
    coalesce(sum(held_cents), 0)::bigint as "heldCents",
    coalesce(sum(posted_cents) filter (where account_id = $1), 0)::bigint as "settlementCents",
    coalesce(sum(posted_cents) filter (where account_id = $2), 0)::bigint as "feesCents",
    coalesce(sum(posted_cents) filter (where account_id = $3), 0)::bigint as "adjustmentsCents",
    coalesce(sum(posted_cents) filter (where account_id = $4), 0)::bigint as "unclaimedCents"
  from (select *, account_id in ($1, $2, $3, $4) as is_own from ledger_account) as account`;
