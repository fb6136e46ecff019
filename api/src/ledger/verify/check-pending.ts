import type { Sql } from '../../platform/database/sql.js';
import { IS_PREPARED_BATCH } from '../log/prepared-name.js';
import type { Finding } from './finding-list.js';

/** The log should have decided on a transaction within this time. */
const OVERDUE_SECONDS = 60;

/**
 * Checks that no transaction has been waiting for the log for too long (AUD-34). While a transaction waits, nobody
 * knows whether its rows and events are valid, and the transaction keeps the head locked. The finding alerts operators;
 * it does not mean that the log and the tables disagree. The transaction is settled once the log can be reached.
 */
export async function checkPending(sql: Sql, overdueSeconds = OVERDUE_SECONDS): Promise<Finding[]> {
  const rows = await sql.query<{ seconds: number }>(
    `select floor(extract(epoch from max(clock_timestamp() - prepared)))::int as seconds
       from pg_prepared_xacts where ${IS_PREPARED_BATCH}
         and prepared < clock_timestamp() - make_interval(secs => $1)
       having count(*) > 0`,
    [overdueSeconds],
  );
  return rows.map(({ seconds }) => ({
    check: 'pending',
    position: null,
    message: `a prepared transaction has been waiting for the log for ${seconds} s. Do not end it by hand`,
  }));
}
