import type { Sql } from '../../platform/database/sql.js';
import type { RecordedEvent } from '../log/event-log.port.js';
import { GENESIS_HASH, isChainedTo } from '../log/hash-chain.js';
import { postgresEventLog } from '../log/postgres-event-log.js';
import { systemAccountName } from '../domain/accounts.js';

/** One of an event's account entries, in cents. */
export interface EventDetailEntry {
  readonly accountId: string;
  /** The system account's name; null for a customer account. */
  readonly name: string | null;
  readonly amountCents: number;
  readonly holdCents: number;
  readonly postedAfterCents: number;
  readonly heldAfterCents: number;
}

/** One event with its hash check, its neighbors and its entries. */
export interface EventDetail {
  readonly event: RecordedEvent;
  /** The previous event's hash; null if that event is missing. */
  readonly previousHash: Buffer | null;
  /** Whether the stored hash matches the fields and the previous hash. */
  readonly isHashRight: boolean;
  /** Positions of the previous and next event in the stream. */
  readonly previousInStream: number | null;
  readonly nextInStream: number | null;
  readonly entries: readonly EventDetailEntry[];
}

/** Loads the event at a position. Returns null if the log has no such position. */
export async function loadEventDetail(sql: Sql, position: number): Promise<EventDetail | null> {
  const neighbors = await postgresEventLog.read(sql, position - 2, 2);
  const event = neighbors.find((candidate) => candidate.position === position);
  if (event === undefined) return null;
  const previous = neighbors.find((candidate) => candidate.position === position - 1);
  const previousHash = position === 1 ? GENESIS_HASH : (previous?.hash ?? null);
  const entries = await sql.query<Omit<EventDetailEntry, 'name'>>(SELECT_ENTRIES, [position]);
  return {
    event,
    previousHash,
    isHashRight: previousHash !== null && isChainedTo(previousHash, event),
    previousInStream: await findPosition(sql, event.stream, event.version - 1),
    nextInStream: await findPosition(sql, event.stream, event.version + 1),
    entries: entries.map((entry) => ({ ...entry, name: systemAccountName(entry.accountId) })),
  };
}

async function findPosition(sql: Sql, stream: string, version: number): Promise<number | null> {
  const rows = await sql.query<{ position: number }>(
    'select position from ledger_event where stream = $1 and version = $2',
    [stream, version],
  );
  return rows[0]?.position ?? null;
}

const SELECT_ENTRIES = `
  select account_id as "accountId", amount_cents as "amountCents", hold_cents as "holdCents",
    posted_after_cents as "postedAfterCents", held_after_cents as "heldAfterCents"
  from ledger_entry where position = $1 order by account_id`;
