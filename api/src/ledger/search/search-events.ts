import { MAX_COUNTED } from '../../platform/database/keyset.js';
import type { Sql } from '../../platform/database/sql.js';
import type { RecordedEvent } from '../log/event-log.port.js';
import { readEvents, readEventsAt } from '../log/read-events.js';
import { isEverything, matches, matchingRows, type EventFilter } from './event-filter.js';
import { eventIndexFollower } from './event-index-follower.js';

/** A piece of the log: after one position, up to another. */
export interface PositionRange {
  readonly after: number;
  readonly upTo: number;
}

/** Events found, newest first. */
export interface FoundEvents {
  readonly events: readonly RecordedEvent[];
  /** Where to look on: the events before this position. Null where there are no more. */
  readonly before: number | null;
}

/** How many events that the index has not reached are looked through at a time. */
const TAIL_AT_ONCE = 5_000;

/**
 * The newest events of a range that match. Those that the index has not reached yet are read from the log itself,
 * so that nothing is missing, however far behind the index is; if that is very far, a page may be short and still
 * have a `before`. `sql` must be one snapshot.
 */
export async function searchEvents(
  sql: Sql,
  filter: EventFilter,
  range: PositionRange,
  limit: number,
): Promise<FoundEvents> {
  if (isEverything(filter)) return pageOf(await readEvents(sql, range, limit + 1), limit);
  const tail = await matchingTail(sql, filter, range);
  const isEnough = tail.events.length > limit || !tail.isWhole;
  const older = isEnough ? [] : await matchingIndexed(sql, filter, tail.rest, limit + 1 - tail.events.length);
  const { events, before } = pageOf([...tail.events, ...older], limit);
  return { events, before: before ?? (tail.isWhole ? null : tail.rest.upTo + 1) };
}

/**
 * How many events of a range match, counted no further than `MAX_COUNTED`; null where the index is too far behind
 * to say. `sql` must be one snapshot.
 */
export async function countEvents(
  sql: Sql,
  filter: EventFilter,
  range: PositionRange,
): Promise<number | null> {
  // Positions have no gaps.
  if (isEverything(filter)) return Math.min(Math.max(range.upTo - range.after, 0), MAX_COUNTED);
  const { events, isWhole, rest } = await matchingTail(sql, filter, range);
  if (!isWhole) return null;
  const { tables, where } = matchingRows(filter);
  within(where, rest);
  const [row] = await sql.query<{ total: number }>(
    `select count(*) as total from (select 1 from ${tables} ${where.sql} limit ${where.param(MAX_COUNTED)}) counted`,
    where.values,
  );
  return Math.min(events.length + (row?.total ?? 0), MAX_COUNTED);
}

interface Tail {
  readonly events: readonly RecordedEvent[];
  /** Whether all of the range that the index has not reached was looked through. */
  readonly isWhole: boolean;
  /** What of the range was not looked through. */
  readonly rest: PositionRange;
}

async function matchingTail(sql: Sql, filter: EventFilter, range: PositionRange): Promise<Tail> {
  const indexed = await indexedPosition(sql);
  const tailStart = Math.max(indexed, range.after);
  if (range.upTo <= tailStart) return { events: [], isWhole: true, rest: range };
  const after = Math.max(tailStart, range.upTo - TAIL_AT_ONCE);
  const found = await readEvents(sql, { after, upTo: range.upTo }, TAIL_AT_ONCE);
  const events = found.filter((event) => matches(event, filter));
  return { events, isWhole: after === tailStart, rest: { after: range.after, upTo: after } };
}

async function matchingIndexed(
  sql: Sql,
  filter: EventFilter,
  range: PositionRange,
  limit: number,
): Promise<RecordedEvent[]> {
  const { tables, where } = matchingRows(filter);
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

function within(where: ReturnType<typeof matchingRows>['where'], { after, upTo }: PositionRange): void {
  where.and('i.position > ? and i.position <= ?', after, upTo);
}

/** How far the index has come. */
export async function indexedPosition(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ position: number }>(
    'select position from ledger_follower where name = $1',
    [eventIndexFollower.name],
  );
  return row?.position ?? 0;
}

function pageOf(found: readonly RecordedEvent[], limit: number): FoundEvents {
  const events = found.slice(0, limit);
  return { events, before: found.length > limit ? (events.at(-1)?.position ?? null) : null };
}
