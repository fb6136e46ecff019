import type { Sql } from '../../platform/database/sql.js';

/** One entry of an account with the balance after it, in cents. */
export interface BalanceEntry {
  readonly position: number;
  readonly transactionId: string | null;
  readonly amountCents: number;
  readonly holdCents: number;
  readonly postedAfterCents: number;
  readonly heldAfterCents: number;
}

/** Returns the latest entries of an account up to a position, newest first. Reads one range of the primary key. */
export function balanceEntries(
  sql: Sql,
  accountId: string,
  upTo: number,
  limit: number,
): Promise<BalanceEntry[]> {
  return sql.query<BalanceEntry>(
    `select position, transaction_id as "transactionId", amount_cents as "amountCents",
        hold_cents as "holdCents", posted_after_cents as "postedAfterCents", held_after_cents as "heldAfterCents"
      from ledger_entry where account_id = $1::uuid and position <= $2 order by position desc limit $3`,
    [accountId, upTo, limit],
  );
}
