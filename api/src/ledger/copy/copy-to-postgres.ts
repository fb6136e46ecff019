import { inTransaction } from '../../platform/database/snapshot.js';
import type { Sql } from '../../platform/database/sql.js';
import { HeadMovedError, type Head } from '../log/event-log.port.js';
import { UnusableLogError } from '../log/check-remote-log.js';
import { assertLogIsElsewhere, liftFence } from '../log/log-fence.js';
import { postgresEventLog } from '../log/postgres-event-log.js';
import type { ScannableLog } from '../log/scannable-log.js';
import { skipPastEvents } from '../projections/skip-past-events.js';
import { LogCatchUp } from '../writer/log-catch-up.js';
import { assertNothingLeft } from '../log/prepared-name.js';
import { BESIDE_PREPARED, writerConnection } from '../writer/writer-connection.js';
import type { CopyOptions, CopyResult } from './copy-to-remote.js';
import { assertSameLog } from './same-log.js';

/** Maximum number of attempts to close the log while other programs keep appending to it. */
const MAX_FENCE_ATTEMPTS = 200;

/**
 * Copies the events of a log outside PostgreSQL to the event table, and updates the read tables and the recorded
 * idempotency keys. Starts after the last event that the tables already have (LED-25, LED-26). The bank can keep
 * writing meanwhile. With `isCutOver`, the source is then closed, the rest is copied, and PostgreSQL's own log
 * continues. `url` must use the owner's role, and `sql` must be a dedicated connection of that role.
 *
 * @throws UnusableLogError the log is in PostgreSQL, the logs differ, a transaction of the bank has stayed prepared, or
 * other programs keep writing to the source
 * @throws RemoteLogUnavailableError the source cannot be reached; calling again continues the copy
 */
export async function copyToPostgres(
  url: string,
  sql: Sql,
  log: ScannableLog,
  { isCutOver, onProgress }: CopyOptions,
): Promise<CopyResult> {
  await assertLogIsElsewhere(sql);
  const { tables, remote } = await assertSameLog(sql, log);
  if (tables.position === 0) await skipPastEvents(sql, remote.position);
  await assertNothingLeft(sql);
  const catchUp = new LogCatchUp(writerConnection(url, BESIDE_PREPARED), log);
  const run = (): Promise<void> =>
    catchUp.run((position) => onProgress(position, Math.max(position, remote.position)));
  try {
    await run();
    if (isCutOver) {
      await closeSource(sql, log);
      await run();
      await continueHere(sql, log);
    }
    const { position } = await postgresEventLog.head(sql);
    return { from: tables.position, to: position };
  } finally {
    await catchUp.close();
  }
}

/**
 * Closes the source after its last event. Locking the head keeps writers from preparing a transaction in the
 * meantime.
 */
async function closeSource(sql: Sql, log: ScannableLog): Promise<void> {
  await sql.query('begin');
  try {
    await postgresEventLog.openHead(sql);
    for (let attempt = 0; attempt < MAX_FENCE_ATTEMPTS; attempt += 1) {
      if (await isClosed(log)) return;
    }
  } finally {
    await sql.query('rollback').catch(() => undefined);
  }
  throw new UnusableLogError("the log couldn't be closed, because other programs keep writing to it");
}

async function isClosed(log: ScannableLog): Promise<boolean> {
  try {
    await log.fence(await log.head());
    return true;
  } catch (error) {
    if (error instanceof HeadMovedError) return false;
    throw error;
  }
}

/** Lets PostgreSQL's own log continue after the source's last event. */
function continueHere(sql: Sql, log: ScannableLog): Promise<void> {
  return inTransaction(sql, async () => {
    await assertComplete(await postgresEventLog.openHead(sql), log);
    await liftFence(sql);
  });
}

async function assertComplete(head: Head, log: ScannableLog): Promise<void> {
  const { position } = await log.head();
  if (position <= head.position) return;
  throw new UnusableLogError(
    `the tables end at position ${head.position}, but the log ends at position ${position}`,
  );
}
