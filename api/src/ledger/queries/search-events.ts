import { MAX_COUNTED } from '@moniker/common/limits.js';
import type { Sql } from '../../platform/database/sql.js';
import type { RecordedEvent } from '../log/event-log.port.js';
import { readEvents, readEventsAt } from '../log/read-events.js';
import { isEmptyFilter, matchesFilter, indexQuery, type EventFilter } from './event-filter.js';
import { eventIndexFollower } from '../projections/event-index-follower.js';

/** A range of positions: `after` exclusive, `upTo` inclusive. */
export interface PositionRange {
  readonly after: number;
  readonly upTo: number;
}

/** A page of matching events, newest first. */
export interface EventPage {
  readonly events: readonly RecordedEvent[];
  /** The next page consists of events before this position. Null on the last page. */
  readonly before: number | null;
}

/** Maximum number of unindexed events that one search scans. */
const MAX_UNINDEXED_SCANNED = 5_000;

/**
 * Finds a range's newest matching events. Events that the index has not processed yet are read from the log, so the
 * result is complete even if the index is behind. If the index is more than `MAX_UNINDEXED_SCANNED` events behind, a
 * page may be short although more pages follow. `sql` must read from one snapshot.
 */
export async function searchEvents(
  sql: Sql,
  filter: EventFilter,
  range: PositionRange,
  limit: number,
): Promise<EventPage> {
  if (isEmptyFilter(filter)) return toEventPage(await readEvents(sql, range, limit + 1), limit);
  const tail = await findUnindexed(sql, filter, range);
  const isEnough = tail.events.length > limit || !tail.isComplete;
  const older = isEnough ? [] : await findIndexed(sql, filter, tail.rest, limit + 1 - tail.events.length);
  const { events, before } = toEventPage([...tail.events, ...older], limit);
  return { events, before: before ?? (tail.isComplete ? null : tail.rest.upTo + 1) };
}

/**
 * Counts a range's matching events, up to `MAX_COUNTED`. Returns null if the index is too far behind. `sql` must read
 * from one snapshot.
 */
export async function countEvents(
  sql: Sql,
  filter: EventFilter,
  range: PositionRange,
): Promise<number | null> {
  // Positions are contiguous, so the range's size is the count.
  if (isEmptyFilter(filter)) return Math.min(Math.max(range.upTo - range.after, 0), MAX_COUNTED);
  const { events, isComplete, rest } = await findUnindexed(sql, filter, range);
  if (!isComplete) return null;
  const { tables, where } = indexQuery(filter);
  within(where, rest);
  const [row] = await sql.query<{ total: number }>(
    `select count(*) as total from (select 1 from ${tables} ${where.sql} limit ${where.param(MAX_COUNTED)}) counted`,
    where.values,
  );
  return Math.min(events.length + (row?.total ?? 0), MAX_COUNTED);
}

interface UnindexedMatches {
  readonly events: readonly RecordedEvent[];
  /** Whether all of the range's unindexed events were scanned. */
  readonly isComplete: boolean;
  /** The part of the range that wasn't scanned. */
  readonly rest: PositionRange;
}

async function findUnindexed(sql: Sql, filter: EventFilter, range: PositionRange): Promise<UnindexedMatches> {
  const indexed = await indexedPosition(sql);
  const tailStart = Math.max(indexed, range.after);
  if (range.upTo <= tailStart) return { events: [], isComplete: true, rest: range };
  const after = Math.max(tailStart, range.upTo - MAX_UNINDEXED_SCANNED);
  const found = await readEvents(sql, { after, upTo: range.upTo }, MAX_UNINDEXED_SCANNED);
  const events = found.filter((event) => matchesFilter(event, filter));
  return { events, isComplete: after === tailStart, rest: { after: range.after, upTo: after } };
}

async function findIndexed(
  sql: Sql,
  filter: EventFilter,
  range: PositionRange,
  limit: number,
): Promise<RecordedEvent[]> {
  const { tables, where } = indexQuery(filter);
  within(where, range);
  const rows = await sql.query<{ position: number }>(
    `select i.position from ${tables} ${where.sql} order by i.position desc limit ${where.param(limit)}`,
    where.values,
  );
  return readEventsAt(
    sql,
    rows.map(({ position }) => position),
  );
}

function within(where: ReturnType<typeof indexQuery>['where'], { after, upTo }: PositionRange): void {
  where.and('i.position > ? and i.position <= ?', after, upTo);
}

/** Returns the position up to which the index is complete. */
export async function indexedPosition(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ position: number }>(
    'select position from ledger_follower where name = $1',
    [eventIndexFollower.name],
  );
  return row?.position ?? 0;
}

function toEventPage(found: readonly RecordedEvent[], limit: number): EventPage {
  const events = found.slice(0, limit);
  return { events, before: found.length > limit ? (events.at(-1)?.position ?? null) : null };
}
