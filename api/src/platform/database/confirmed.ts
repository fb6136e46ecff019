import type { ClientBase, QueryConfig } from 'pg';

const NEVER_MS = 2 ** 31 - 1;

/**
 * Writes to the database's WAL, so that the commit waits for a standby, which a read-only commit would not do. After
 * that commit, anything read before it may be shown outside the bank. Does nothing without synchronous standbys, or
 * on a standby.
 */
export const WAIT_AT_COMMIT = `select pg_logical_emit_message(true, 'moniker', '')
  where current_setting('synchronous_standby_names') <> '' and not pg_is_in_recovery()`;

/**
 * Waits until a standby has everything that a new session can see (docs/product.md, OPS-65). If a crash or a failover
 * cuts short a commit's wait for a standby, the commit becomes visible even if no standby has it. There is no time
 * limit, because the server process of a session that gave up would keep waiting, and each retry would add another.
 */
export async function awaitConfirmation(client: ClientBase): Promise<void> {
  const query: QueryConfig & { query_timeout: number } = { text: WAIT_AT_COMMIT, query_timeout: NEVER_MS };
  await client.query(query);
}
