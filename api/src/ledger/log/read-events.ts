import type { Sql } from '../../platform/database/sql.js';
import type { RecordedEvent } from './event-log.port.js';
import { EVENT_COLUMNS, eventFromRow, type EventRow } from './postgres-event-log.js';

/** Reads the newest events of a range of positions (`after` exclusive, `upTo` inclusive), newest first. */
export async function readEvents(
  sql: Sql,
  { after, upTo }: { readonly after: number; readonly upTo: number },
  limit: number,
): Promise<RecordedEvent[]> {
  const rows = await sql.query<EventRow>(
    `select ${EVENT_COLUMNS} from ledger_event
      where position > $1 and position <= $2 order by position desc limit $3`,
    [after, upTo, limit],
  );
  return rows.map(eventFromRow);
}

/** Reads the events at the given positions, newest first. */
export async function readEventsAt(sql: Sql, positions: readonly number[]): Promise<RecordedEvent[]> {
  if (positions.length === 0) return [];
  const rows = await sql.query<EventRow>(
    `select ${EVENT_COLUMNS} from ledger_event where position = any($1::bigint[]) order by position desc`,
    [positions],
  );
  return rows.map(eventFromRow);
}

/** Returns the hash of the event at a position, or null if the log has no such event. */
export async function hashAt(sql: Sql, position: number): Promise<Buffer | null> {
  const rows = await sql.query<{ hash: Buffer }>('select hash from ledger_event where position = $1', [
    position,
  ]);
  return rows[0]?.hash ?? null;
}
