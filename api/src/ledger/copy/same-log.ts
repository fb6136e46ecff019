import { placeOf, UnusableLogError } from '../log/check-remote-log.js';
import type { Head } from '../log/event-log.port.js';
import { readFencedHead, type FencedHead } from '../log/log-fence.js';
import { hashAt } from '../log/read-events.js';
import type { ScannableLog } from '../log/scannable-log.js';
import type { Sql } from '../../platform/database/sql.js';

/** The heads of the log in PostgreSQL and of the log outside it. */
export interface BothHeads {
  readonly tables: FencedHead;
  readonly remote: Head;
}

/**
 * Checks that one log is the beginning of the other: both have the same hash where the shorter one ends. That hash
 * covers everything before it.
 *
 * @throws UnusableLogError they are different logs
 */
export async function assertSameLog(sql: Sql, log: ScannableLog): Promise<BothHeads> {
  const tables = await readFencedHead(sql);
  if (tables === null) throw new UnusableLogError('the table ledger_head is empty. Restore a backup');
  const remote = await log.head();
  // An empty log is the beginning of any log.
  if (tables.position === 0) return { tables, remote };
  const [shorter, found] =
    remote.position <= tables.position
      ? [remote, await hashAt(sql, remote.position)]
      : [tables, (await log.read(tables.position - 1, 1))[0]?.hash];
  if (shorter.position > 0 && found?.equals(shorter.hash) !== true) {
    throw new UnusableLogError(
      `${placeOf(log)} and this database have different events at position ${shorter.position}`,
    );
  }
  return { tables, remote };
}
