import type { Sql } from '../../platform/database/sql.js';
import { systemAccountName } from '../domain/accounts.js';

/** One of an account's events. Amounts are in cents, and null if the event has no entry for the account. */
export interface HistoryLine {
  readonly position: number;
  readonly recordedAt: Date;
  readonly type: string;
  readonly actor: string;
  readonly transactionId: string | null;
  readonly amountCents: number | null;
  readonly holdCents: number | null;
  readonly postedAfterCents: number | null;
  readonly heldAfterCents: number | null;
}

export interface HistoryOptions {
  readonly limit: number;
  /** The first position to include; null for the newest lines. */
  readonly from: number | null;
}

export interface AccountHistory {
  /** In log order. */
  readonly lines: readonly HistoryLine[];
  /** Whether there are more lines: older ones, or newer ones if `from` was set. */
  readonly hasMore: boolean;
}

/**
 * Returns an account's events in log order, with the effect of each on the account's balance. For a customer account,
 * these are all events in its stream; for a system account, the events that post to it.
 */
export async function accountHistory(
  sql: Sql,
  accountId: string,
  { limit, from }: HistoryOptions,
): Promise<AccountHistory> {
  const source = systemAccountName(accountId) === null ? FROM_STREAM : FROM_ENTRIES;
  const where = from === null ? '' : 'and event.position >= $3';
  // Within an account, versions and positions increase together, so each source is read along its own index.
  const order = `${source.order} ${from === null ? 'desc' : 'asc'}`;
  const rows = await sql.query<HistoryLine>(
    `${COLUMNS} ${source.tables} ${where} order by ${order} limit $2`,
    from === null ? [accountId, limit + 1] : [accountId, limit + 1, from],
  );
  const lines = rows.slice(0, limit);
  if (from === null) lines.reverse();
  return { lines, hasMore: rows.length > limit };
}

const COLUMNS = `
  select event.position, event.recorded_at as "recordedAt", event.type, event.actor,
    entry.transaction_id as "transactionId", entry.amount_cents as "amountCents",
    entry.hold_cents as "holdCents", entry.posted_after_cents as "postedAfterCents",
    entry.held_after_cents as "heldAfterCents"`;

const FROM_STREAM = {
  tables: `from ledger_event event
    left join ledger_entry entry on entry.account_id = $1::uuid and entry.position = event.position
    where event.stream = 'account:' || $1::text`,
  order: 'event.version',
};

const FROM_ENTRIES = {
  tables: `from ledger_entry entry join ledger_event event on event.position = entry.position
    where entry.account_id = $1::uuid`,
  order: 'entry.position',
};
