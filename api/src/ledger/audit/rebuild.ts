import type { Sql } from '../../platform/database/sql.js';
import type { EventLog } from '../log/event-log.port.js';
import { postgresEventLog } from '../log/postgres-event-log.js';
import { noChanges, writeReadTables } from '../projections/read-tables.js';
import { checkHead } from './check-head.js';
import { LogFold, type LogPlace } from './log-fold.js';
import { BrokenLogError, replaySound } from './replay.js';

export interface RebuildOptions {
  readonly log?: EventLog;
  readonly onProgress?: (position: number, total: number) => void;
}

/**
 * Empties the read tables and folds the whole log into them again, in one transaction under the head lock: writers
 * wait, readers see the old tables or the new ones. `sql` must be the owner's connection and of its own. Throws
 * `BrokenLogError`, leaving everything as it was, where the log is not sound.
 */
export async function rebuildReadTables(sql: Sql, options: RebuildOptions = {}): Promise<LogPlace> {
  await sql.query('begin');
  try {
    const place = await rebuild(sql, options);
    await sql.query('commit');
    return place;
  } catch (error) {
    await sql.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function rebuild(sql: Sql, { log = postgresEventLog, onProgress }: RebuildOptions): Promise<LogPlace> {
  const head = await log.openHead(sql);
  // Not truncate: that would empty the tables also for snapshots that were taken before, such as a running verify,
  // and would have to wait for every reader while it keeps the writers out.
  for (const table of ['ledger_account', 'ledger_entry', 'ledger_transaction']) {
    await sql.query(`delete from ${table}`);
  }
  const fold = new LogFold();
  const report = onProgress && ((position: number) => onProgress(position, head.position));
  await writeReadTables(sql, fold.state, noChanges(), 0);
  for await (const page of replaySound(sql, fold, { log, ...(report && { onProgress: report }) })) {
    await writeReadTables(sql, fold.state, page.changes, page.lastPosition);
  }
  const [difference] = checkHead(head, fold.place);
  if (difference !== undefined) throw new BrokenLogError(difference);
  return fold.place;
}
