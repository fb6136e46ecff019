import type { Sql } from '../../platform/database/sql.js';
import type { LogPosition } from './log-fold.js';
import { GENESIS_HASH } from '../log/hash-chain.js';

/** A place in the log as an auditor names it: by position, or by time. */
export type PointInTime =
  { readonly kind: 'position'; readonly position: number } | { readonly kind: 'time'; readonly time: Date };

/** No event is at the position that was asked for. */
export class NoSuchPositionError extends Error {
  constructor(position: number, lastPosition: number) {
    super(`there is no position ${position}: the log ends at ${lastPosition}`);
    this.name = 'NoSuchPositionError';
  }
}

interface LogPositionRow {
  readonly position: number;
  readonly hash: Buffer;
  readonly recorded_at: Date;
}

const COLUMNS = 'position, hash, recorded_at';

/**
 * The last event at a moment; without one, the last of all. Throws `NoSuchPositionError` for a position beyond
 * the end.
 */
export async function resolvePosition(sql: Sql, moment?: PointInTime): Promise<LogPosition> {
  const last = await lastAtOrBefore(sql, Number.MAX_SAFE_INTEGER);
  if (moment === undefined) return last;
  if (moment.kind === 'time')
    return lastAtOrBefore(sql, await positionAtTime(sql, moment.time, last.position));
  const { position } = moment;
  const place = await lastAtOrBefore(sql, position);
  if (place.position !== position) throw new NoSuchPositionError(position, last.position);
  return place;
}

/**
 * The last position recorded at or before `time`. Time never runs backwards along the log, so this is a binary
 * search by primary key.
 */
async function positionAtTime(sql: Sql, time: Date, lastPosition: number): Promise<number> {
  let before = 0;
  let after = lastPosition + 1;
  // Everything up to `before` was recorded by then, everything from `after` on was not.
  while (after - before > 1) {
    const middle = before + Math.floor((after - before) / 2);
    const place = await lastAtOrBefore(sql, middle);
    if (place.recordedAt <= time) before = middle;
    else after = middle;
  }
  return before;
}

async function lastAtOrBefore(sql: Sql, position: number): Promise<LogPosition> {
  const rows = await sql.query<LogPositionRow>(
    `select ${COLUMNS} from ledger_event where position <= $1 order by position desc limit 1`,
    [position],
  );
  const row = rows[0];
  if (row === undefined) return { position: 0, hash: GENESIS_HASH, recordedAt: new Date(0) };
  return { position: row.position, hash: row.hash, recordedAt: row.recorded_at };
}
