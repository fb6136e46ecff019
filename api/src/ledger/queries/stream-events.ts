import type { Sql } from '../../platform/database/sql.js';
import { accountStream } from '../domain/events.js';
import type { RecordedEvent } from '../log/event-log.port.js';
import { LEDGER_EVENT } from '../tables/ledger-event.js';
import { toParsedEvent, type ParsedEvent } from './logged-event.js';

/** The range of the log that contains a transaction's events. */
export interface TransactionRange {
  readonly id: string;
  readonly accountId: string;
  readonly createdPosition: number;
  readonly changedPosition: number;
}

/** An event's effect on the customer's account. */
export interface CustomerEntry {
  readonly amountCents: number;
  readonly holdCents: number;
  readonly postedAfterCents: number;
  readonly heldAfterCents: number;
}

/** One of a transaction's events. `entry` is null if the event changed nothing on the customer's account. */
export interface TransactionEvent {
  readonly event: ParsedEvent;
  readonly entry: CustomerEntry | null;
}

// A transaction's events are in its account's stream, between the versions of its first and last event. So this scans
// only that range of one index.
const SELECT_OF_TRANSACTION = `
  select event.*, entry.amount_cents as "amountCents", entry.hold_cents as "holdCents",
    entry.posted_after_cents as "postedAfterCents", entry.held_after_cents as "heldAfterCents"
  from (
      select ${LEDGER_EVENT.fields} from ledger_event
      where stream = $2
        and version between (select version from ledger_event where position = $3)
          and (select version from ledger_event where position = $4)
        and strpos(payload, $5) > 0
      order by version desc limit $6
    ) event
    left join ledger_entry entry on entry.account_id = $1::uuid and entry.position = event.position
  order by event.version`;

// One index range scan per stream, on (stream, version).
const SELECT_NEWEST = `
  select event.* from unnest($1::text[]) as own (stream)
    cross join lateral (
      select ${LEDGER_EVENT.fields} from ledger_event
      where ledger_event.stream = own.stream order by version desc limit $2
    ) event
  where event.actor <> $3
  order by event.position desc`;

/** Returns a transaction's newest events, at most `limit`, in log order. */
export async function eventsOfTransaction(
  sql: Sql,
  { id, accountId, createdPosition, changedPosition }: TransactionRange,
  limit: number,
): Promise<TransactionEvent[]> {
  const rows = await sql.query<RecordedEvent & { [Field in keyof CustomerEntry]: number | null }>(
    SELECT_OF_TRANSACTION,
    [accountId, accountStream(accountId), createdPosition, changedPosition, id, limit],
  );
  return rows
    .map((row) => ({ event: toParsedEvent(row), entry: toCustomerEntry(row) }))
    .filter(({ event: { payload } }) => 'transactionId' in payload && payload.transactionId === id);
}

/** Reads each stream's newest `limit` events. Returns those that are not by `exceptActor`, newest first. */
export async function newestEvents(
  sql: Sql,
  streams: readonly string[],
  { limit, exceptActor }: { readonly limit: number; readonly exceptActor: string },
): Promise<ParsedEvent[]> {
  if (streams.length === 0) return [];
  const rows = await sql.query<RecordedEvent>(SELECT_NEWEST, [streams, limit, exceptActor]);
  return rows.map(toParsedEvent);
}

function toCustomerEntry(row: {
  readonly [Field in keyof CustomerEntry]: number | null;
}): CustomerEntry | null {
  const { amountCents, holdCents, postedAfterCents, heldAfterCents } = row;
  // From an outer join: these columns are either all null or all set.
  return amountCents === null || holdCents === null || postedAfterCents === null || heldAfterCents === null
    ? null
    : { amountCents, holdCents, postedAfterCents, heldAfterCents };
}
