import type { Sql } from '../../platform/database/sql.js';
import { eventIndexFollower } from './event-index-follower.js';

/**
 * Skips the events up to a position for followers with outside effects, such as sending emails. A database that takes
 * over an existing log doesn't know which events these followers have already handled. They must not handle an event
 * twice (AUD-33).
 */
export async function skipPastEvents(sql: Sql, position: number): Promise<void> {
  await sql.query('update ledger_follower set position = $1 where name <> $2 and position < $1', [
    position,
    eventIndexFollower.name,
  ]);
}
