import type { Sql } from '../../platform/database/sql.js';
import { systemAccountName } from './account-names.js';

/** What one event did to an account; the amounts are null where it moved nothing. All in cents. */
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
  /** The first position to be told; left out, the newest lines are. */
  readonly from: number | null;
}

export interface AccountHistory {
  /** In the order of the log. */
  readonly lines: readonly HistoryLine[];
  /** Whether there are further lines on the far side: older ones, or with `from` newer ones. */
  readonly hasMore: boolean;
}

/**
 * The events of an account in order, with what each did to its balance. For a customer all events of its stream,
 * for one of the bank's own the postings.
 */
export async function accountHistory(
  sql: Sql,
  accountId: string,
  { limit, from }: HistoryOptions,
): Promise<AccountHistory> {
  const source = systemAccountName(accountId) === null ? FROM_STREAM : FROM_ENTRIES;
  const where = from === null ? '' : 'and event.position >= $3';
  // Within an account, versions and positions rise together; each source is read along its own index.
  const order = `${source.order} ${from === null ? 'desc' : 'asc'}`;
  const found = await sql.query<HistoryLine>(
    `${COLUMNS} ${source.tables} ${where} order by ${order} limit $2`,
    from === null ? [accountId, limit + 1] : [accountId, limit + 1, from],
  );
  const lines = found.slice(0, limit);
  if (from === null) lines.reverse();
  return { lines, hasMore: found.length > limit };
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
