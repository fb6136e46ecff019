import type { ClientBase, QueryConfig } from 'pg';

const NEVER_MS = 2 ** 31 - 1;

/**
 * A statement that makes the commit of its transaction wait for a standby. It writes a message to the database's WAL,
 * because a read-only commit would not wait. After the commit, a standby has all the data that the transaction has
 * read. This data is then safe to show outside the bank. The statement does nothing on a standby, or on a server
 * without synchronous standbys.
 */
export const WAIT_AT_COMMIT = `select pg_logical_emit_message(true, 'moniker', '')
  where current_setting('synchronous_standby_names') <> '' and not pg_is_in_recovery()`;

/**
 * Waits until a standby has everything that a new session can see (docs/product.md, OPS-65). Without this, a session
 * could see a commit that no standby has: a crash or a failover may have cut short that commit's wait for a standby.
 * This call has no time limit: if the client gave up, the session's server process would keep waiting, and each retry
 * would add another such process.
 */
export async function awaitConfirmation(client: ClientBase): Promise<void> {
  const query: QueryConfig & { query_timeout: number } = { text: WAIT_AT_COMMIT, query_timeout: NEVER_MS };
  await client.query(query);
}
