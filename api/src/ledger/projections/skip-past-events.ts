import type { Sql } from '../../platform/database/sql.js';
import { eventIndexFollower } from './event-index-follower.js';

/**
 * Lets the followers that do something in the world, such as sending mail, begin after a position. A database that takes
 * over an existing log has no record of what they have done, so they must not do it again (AUD-33).
 */
export async function skipPastEvents(sql: Sql, position: number): Promise<void> {
  await sql.query('update ledger_follower set position = $1 where name <> $2 and position < $1', [
    position,
    eventIndexFollower.name,
  ]);
}
