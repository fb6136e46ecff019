import type { Sql } from '../../platform/database/sql.js';
import type { Finding } from './finding-list.js';

/** After this time, commands that committed with table rows should be in the log. */
const OVERDUE_SECONDS = 60;

/**
 * Checks that no decision waits for the log: its rows are in the tables, but auditors cannot see its events yet. What is
 * returned is about operation: the log and the tables agree, and the events follow when the log can be written.
 */
export async function checkPending(sql: Sql): Promise<Finding[]> {
  const rows = await sql.query<{ count: number; seconds: number }>(
    `select count(*) as count, floor(extract(epoch from max(clock_timestamp() - recorded_at)))::int as seconds
       from ledger_pending_command where recorded_at < clock_timestamp() - make_interval(secs => ${OVERDUE_SECONDS})
       having count(*) > 0`,
  );
  return rows.map(({ count, seconds }) => ({
    check: 'pending',
    position: null,
    message: `the commands of ${count} committed transactions are not in the log, the oldest for ${seconds} s`,
  }));
}
