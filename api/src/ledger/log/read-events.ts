import type { Sql } from '../../platform/database/sql.js';
import { LEDGER_EVENT } from '../tables/ledger-event.js';
import type { RecordedEvent } from './event-log.port.js';

/** Reads at most `limit` events after a position, in log order. */
export type ReadEvents = (afterPosition: number, limit: number) => Promise<readonly RecordedEvent[]>;

const selectNewest = LEDGER_EVENT.select(
  'where position > $1 and position <= $2 order by position desc limit $3',
);
const selectAt = LEDGER_EVENT.select('where position = any($1::bigint[]) order by position desc');

/** Reads the newest events in a range of positions (`after` exclusive, `upTo` inclusive), newest first. */
export function readEvents(
  sql: Sql,
  { after, upTo }: { readonly after: number; readonly upTo: number },
  limit: number,
): Promise<RecordedEvent[]> {
  return selectNewest(sql, [after, upTo, limit]);
}

/** Reads the events at the given positions, newest first. */
export async function readEventsAt(sql: Sql, positions: readonly number[]): Promise<RecordedEvent[]> {
  return positions.length === 0 ? [] : selectAt(sql, [positions]);
}

/** Returns the hash of the event at a position, or null if the log has no such event. */
export async function hashAt(sql: Sql, position: number): Promise<Buffer | null> {
  const rows = await sql.query<{ hash: Buffer }>('select hash from ledger_event where position = $1', [
    position,
  ]);
  return rows[0]?.hash ?? null;
}
