import type { Sql } from '../../platform/database/sql.js';
import { eventIndexFollower } from './event-index-follower.js';

/**
 * Makes followers with outside effects, such as sending emails, start after a position. A database that takes over an
 * existing log doesn't know what they already did, and they must not do it twice (AUD-33).
 */
export async function skipPastEvents(sql: Sql, position: number): Promise<void> {
  await sql.query('update ledger_follower set position = $1 where name <> $2 and position < $1', [
    position,
    eventIndexFollower.name,
  ]);
}
