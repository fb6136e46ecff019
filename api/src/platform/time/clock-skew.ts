import type { Sql } from '../database/sql.js';
import type { Clock } from './clock.js';

/** A process does not write if its clock and the database's differ by more than this (LED-23). */
export const MAX_CLOCK_SKEW_MS = 5_000;

/**
 * Returns how far a clock is ahead of the database's, in milliseconds; negative if it is behind. A slow response does
 * not count as a difference: the result is 0 if the database's time lies between the clock's times before and after
 * the query.
 */
export async function measureClockSkew(sql: Sql, now: Clock): Promise<number> {
  const before = now().getTime();
  const [row] = await sql.query<{ time: Date }>('select clock_timestamp() as time');
  const after = now().getTime();
  if (row === undefined) throw new Error('the query for the time returned no row');
  const time = row.time.getTime();
  if (before > time) return before - time;
  return after < time ? after - time : 0;
}
