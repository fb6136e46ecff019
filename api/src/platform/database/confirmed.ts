import type { ClientBase, QueryConfig } from 'pg';

const NEVER_MS = 2 ** 31 - 1;

/**
 * Writes to the database's WAL, so that the commit waits for a standby, which a read-only commit would not do. After
 * that commit, anything read before it may be shown outside the bank. PostgreSQL without synchronous standbys, and a
 * standby read by auditors, have nothing to wait for.
 */
export const WAIT_AT_COMMIT = `select pg_logical_emit_message(true, 'moniker', '')
  where current_setting('synchronous_standby_names') <> '' and not pg_is_in_recovery()`;

/**
 * Waits until a standby has everything that a new session can see (docs/product.md, OPS-65). A commit whose wait was
 * cut short, by a crash or because the leader was deposed, is visible although its caller got no answer and perhaps no
 * standby has it. The wait has no limit: a session that gave up would leave its process waiting on the server, and so
 * would the next one.
 */
export async function awaitConfirmation(client: ClientBase): Promise<void> {
  const query: QueryConfig & { query_timeout: number } = { text: WAIT_AT_COMMIT, query_timeout: NEVER_MS };
  await client.query(query);
}
