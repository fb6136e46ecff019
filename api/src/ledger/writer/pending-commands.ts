import { LogFencedError, type RecordedEvent } from '../log/event-log.port.js';
import { uuidArray } from '../../platform/database/row-arrays.js';
import { settleAll, type Sql } from '../../platform/database/sql.js';
import { eraseTextsOfAccounts } from '../texts/transaction-texts.js';
import { LEDGER_PENDING_COMMAND, type PendingCommandRow } from '../tables/ledger-pending-command.js';
import type { RowSubmission, Submission } from './submission.js';

/** The commands of a transaction whose rows have committed. They are appended together (docs/adr/0016). */
export interface PendingCommands {
  readonly id: string;
  readonly submissions: readonly Submission[];
}

/**
 * Stores the commands of a transaction in that transaction.
 *
 * @throws LogFencedError the log has been moved to PostgreSQL, where nobody would append them
 */
export async function storePendingCommands(
  sql: Sql,
  id: string,
  submissions: readonly RowSubmission[],
): Promise<void> {
  await sql.query('insert into ledger_pending_command (id, commands) values ($1, $2)', [
    id,
    JSON.stringify(submissions.map(({ command, context }) => ({ command: unconditional(command), context }))),
  ]);
  // A statement of its own: the insert may have waited for the move (`ledger/copy/`).
  const [head] = await sql.query<{ position: number; fence: number | null }>(SELECT_FENCE);
  if (head !== undefined && head.position > 0 && head.fence === null) throw new LogFencedError();
}

/** Returns at most `limit` of what is pending, in the order in which dependent transactions have committed. */
export async function loadPendingCommands(sql: Sql, limit: number): Promise<PendingCommands[]> {
  return (await selectPending(sql, [limit])).map(pendingCommandsOf);
}

/**
 * Deletes the pending commands whose events are projected, in the projecting transaction. A transfer may have been
 * appended between the deletion of a user and the close of their account, so the texts of closed accounts are erased
 * here once more.
 */
export function settlePendingCommands(
  sql: Sql,
  events: readonly (Pick<RecordedEvent, 'type' | 'payload'> & { readonly pendingId: string | null })[],
): Promise<void> {
  const pending = events.filter(({ pendingId }) => pendingId !== null);
  const ids = [...new Set(pending.flatMap(({ pendingId }) => pendingId ?? []))];
  return settle(sql, ids, pending.filter(({ type }) => type === 'AccountClosed').map(accountIdOf));
}

/** Deletes pending commands that were appended to the log in PostgreSQL, in the same transaction. */
export function settleCommands(sql: Sql, pending: readonly PendingCommands[]): Promise<void> {
  const closed = pending
    .flatMap(({ submissions }) => submissions)
    .flatMap(({ command }) => (command.type === 'CloseAccount' ? [command.accountId] : []));
  return settle(
    sql,
    pending.map(({ id }) => id),
    closed,
  );
}

function settle(sql: Sql, ids: readonly string[], closed: readonly string[]): Promise<void> {
  const sent: Promise<unknown>[] = [];
  if (ids.length > 0) sent.push(sql.query(DELETE_PENDING, [uuidArray(ids)]));
  if (closed.length > 0) sent.push(eraseTextsOfAccounts(sql, closed));
  return settleAll(sent);
}

/**
 * The condition was checked before the rows committed. The command must not be refused later, even if the account has
 * changed in between.
 */
function unconditional(command: RowSubmission['command']): RowSubmission['command'] {
  return command.type === 'CloseAccount' ? { type: command.type, accountId: command.accountId } : command;
}

function pendingCommandsOf({ id, commands }: PendingCommandRow): PendingCommands {
  const submissions = JSON.parse(commands) as readonly RowSubmission[];
  return { id, submissions: submissions.map((submission) => ({ ...submission, pendingId: id })) };
}

function accountIdOf({ payload }: Pick<RecordedEvent, 'payload'>): string {
  const { accountId } = JSON.parse(payload) as { accountId: string };
  return accountId;
}

const SELECT_FENCE = 'select position, fence from ledger_head';

const selectPending = LEDGER_PENDING_COMMAND.select('order by ordinal limit $1');

const DELETE_PENDING = 'delete from ledger_pending_command where id = any($1::uuid[])';
