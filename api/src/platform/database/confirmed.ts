import type { ClientBase, QueryConfig } from 'pg';

const NEVER_MS = 2 ** 31 - 1;

/**
 * Writes to the log of the database, so the commit waits for a standby, as one that only reads doesn't. What was read
 * before it may then leave the bank. PostgreSQL without synchronous standbys, and a standby that auditors read, have nothing to
 * wait for.
 */
export const WAIT_AT_COMMIT = `select pg_logical_emit_message(true, 'moniker', '')
  where current_setting('synchronous_standby_names') <> '' and not pg_is_in_recovery()`;

/**
 * Waits until a standby has all that a new session can see (docs/product.md, OPS-65). A commit whose wait was broken off, by
 * a crash or with a deposed leader, is visible although its caller got no answer and no standby may have it. The wait has no
 * limit: a session that gave up would leave its process waiting on the server, and the next one another.
 */
export async function awaitConfirmation(client: ClientBase): Promise<void> {
  const query: QueryConfig & { query_timeout: number } = { text: WAIT_AT_COMMIT, query_timeout: NEVER_MS };
  await client.query(query);
}
