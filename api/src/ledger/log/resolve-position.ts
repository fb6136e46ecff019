import type { Sql } from '../../platform/database/sql.js';
import type { LogPosition } from './event-log.port.js';
import { LOG_START } from './hash-chain.js';

/** A point in the log as a user gives it: a position or a time. */
export type PointInTime =
  | { readonly kind: 'position'; readonly position: number }
  | { readonly kind: 'time'; readonly time: Date };

/** The requested position does not exist. */
export class NoSuchPositionError extends Error {
  constructor(position: number, lastPosition: number) {
    super(`Position ${position} is past the end of the log (${lastPosition}).`);
    this.name = 'NoSuchPositionError';
  }
}

/** Returns the position of the last event at or before the given position, or `LOG_START` if there is no such event. */
type LastAtOrBefore = (position: number) => Promise<LogPosition>;

/**
 * Returns the position of the last event at or before `pointInTime`; by default, of the log's last event.
 *
 * @throws NoSuchPositionError the position is past the end of the log
 */
export function resolvePosition(sql: Sql, pointInTime?: PointInTime): Promise<LogPosition> {
  return resolveAmong((position) => lastAtOrBefore(sql, position), pointInTime);
}

/** Like `resolvePosition`, for any log. */
export async function resolveAmong(
  lastUpTo: LastAtOrBefore,
  pointInTime?: PointInTime,
): Promise<LogPosition> {
  const last = await lastUpTo(Number.MAX_SAFE_INTEGER);
  if (pointInTime === undefined) return last;
  if (pointInTime.kind === 'time')
    return lastUpTo(await positionAtTime(lastUpTo, pointInTime.time, last.position));
  const { position } = pointInTime;
  const resolved = await lastUpTo(position);
  if (resolved.position !== position) throw new NoSuchPositionError(position, last.position);
  return resolved;
}

/**
 * Returns the last position recorded at or before `time`. Recorded times never decrease along the log (LED-15), so this
 * is a binary search by position.
 */
async function positionAtTime(lastUpTo: LastAtOrBefore, time: Date, lastPosition: number): Promise<number> {
  let before = 0;
  let after = lastPosition + 1;
  // Invariant: events up to `before` were recorded at or before `time`; events from `after` on were not.
  while (after - before > 1) {
    const middle = before + Math.floor((after - before) / 2);
    const { recordedAt } = await lastUpTo(middle);
    if (recordedAt <= time) before = middle;
    else after = middle;
  }
  return before;
}

async function lastAtOrBefore(sql: Sql, position: number): Promise<LogPosition> {
  const [last] = await sql.query<LogPosition>(SELECT_LAST, [position]);
  return last ?? LOG_START;
}

const SELECT_LAST = `select position, hash, recorded_at as "recordedAt" from ledger_event
  where position <= $1 order by position desc limit 1`;
