import { inTransaction } from '../../platform/database/snapshot.js';
import type { Sql } from '../../platform/database/sql.js';
import { systemClock } from '../../platform/time/clock.js';
import { HeadMovedError, type Head } from '../log/event-log.port.js';
import { UnusableLogError } from '../log/check-remote-log.js';
import { assertLogIsElsewhere, liftFence } from '../log/log-fence.js';
import { postgresEventLog } from '../log/postgres-event-log.js';
import type { ScannableLog } from '../log/scannable-log.js';
import type { BatchSigner } from '../signing/batch-signer.js';
import { skipPastEvents } from '../projections/skip-past-events.js';
import { BatchTransactions } from '../writer/batch-transactions.js';
import { settleCommands, loadPendingCommands, type PendingCommands } from '../writer/pending-commands.js';
import { RemoteProjector } from '../writer/remote-projector.js';
import { writerConnection } from '../writer/writer-connection.js';
import type { CopyOptions, CopyResult } from './copy-to-remote.js';
import { assertSameLog } from './same-log.js';

/** Times that other programs may append before the log is closed. */
const MAX_FENCE_ATTEMPTS = 200;
/** Pending commands decided at a time. */
const MAX_PENDING = 500;

interface CopyToPostgresOptions extends CopyOptions {
  /** Signs the commands that are still pending when the log moves. */
  readonly signer: BatchSigner | null;
}

/**
 * Copies a log outside PostgreSQL to the tables: the events, the read tables and the recorded keys, after the last event
 * that is there already (LED-25, LED-26). The bank may continue to write; with `isCutOver`, the source is closed first,
 * and then PostgreSQL's own log continues. `url` is of the owner's role, `sql` a dedicated connection of it.
 *
 * @throws UnusableLogError the logs differ
 * @throws RemoteLogUnavailableError the source cannot be reached; another call continues
 */
export async function copyToPostgres(
  url: string,
  sql: Sql,
  log: ScannableLog,
  { isCutOver, signer, onProgress }: CopyToPostgresOptions,
): Promise<CopyResult> {
  await assertLogIsElsewhere(sql);
  const { tables, remote } = await assertSameLog(sql, log);
  if (tables.position === 0) await skipPastEvents(sql, remote.position);
  const connection = writerConnection(url);
  const projector = new RemoteProjector(connection, postgresEventLog, log);
  const catchUp = (): Promise<void> =>
    projector.catchUp((position) => onProgress(position, Math.max(position, remote.position)));
  try {
    await catchUp();
    if (isCutOver) {
      if (signer === null) throw new UnusableLogError('WRITER_KEY is not set, which signs what is pending');
      await closeSource(sql, log);
      await catchUp();
      await continueHere(url, sql, log, signer);
    }
    const { position } = await postgresEventLog.head(sql);
    return { from: tables.position, to: position };
  } finally {
    await projector.close();
  }
}

/**
 * Closes the source behind its last event. Meanwhile nothing can be projected, so that writers pause after the appends
 * that they have already decided.
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
  throw new UnusableLogError('the log could not be closed, because other programs write to it all the time');
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

/**
 * Lets PostgreSQL's own log continue behind the last event of the source, in one transaction: lifts the fence and appends
 * the commands that are still pending, which nobody would append any more. Transactions that store further ones wait for
 * the lock on their table and are then refused.
 */
async function continueHere(url: string, sql: Sql, log: ScannableLog, signer: BatchSigner): Promise<void> {
  const transactions = new BatchTransactions({
    ...{ connection: writerConnection(url), readAhead: writerConnection(url) },
    ...{ log: postgresEventLog, signer, now: systemClock },
  });
  try {
    await inTransaction(sql, async () => {
      await assertComplete(await postgresEventLog.openHead(sql), log);
      await sql.query('lock table ledger_pending_command in exclusive mode');
      await liftFence(sql);
      for (;;) {
        const pending = await loadPendingCommands(sql, MAX_PENDING);
        if (pending.length === 0) break;
        await appendPending(sql, transactions, pending);
      }
      await sql.query('delete from ledger_staged_text');
    });
  } finally {
    await transactions.close();
  }
}

async function assertComplete(head: Head, log: ScannableLog): Promise<void> {
  const { position } = await log.head();
  if (position <= head.position) return;
  throw new UnusableLogError(`the tables end at position ${head.position}, but the log at ${position}`);
}

async function appendPending(
  sql: Sql,
  transactions: BatchTransactions,
  pending: readonly PendingCommands[],
): Promise<void> {
  const submissions = pending.flatMap((commands) => commands.submissions);
  const outcomes = await transactions.within(sql, submissions);
  const refused = outcomes.findIndex(({ ok }) => !ok);
  if (refused >= 0) {
    throw new UnusableLogError(
      `a pending command was refused: ${JSON.stringify(submissions[refused]?.command)}`,
    );
  }
  await settleCommands(sql, pending);
}
