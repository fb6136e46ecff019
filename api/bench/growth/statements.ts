import type { Connection } from '../connection.js';

/** The cost of one of the writer's statements in PostgreSQL, per transfer. */
export interface StatementCost {
  readonly statement: string;
  /** Table and index blocks that it read, from memory or disk. */
  readonly blocks: number;
  readonly microseconds: number;
  readonly walBytes: number;
}

/** Resets the statement statistics. */
export async function resetStatementStatistics(connection: Connection): Promise<void> {
  await connection.run('create extension if not exists pg_stat_statements');
  await connection.run('select pg_stat_statements_reset()');
}

/**
 * The cost of each statement since the reset, per transfer, most expensive first. Excludes statements of this
 * connection's role.
 */
export async function statementCosts(connection: Connection, transfers: number): Promise<StatementCost[]> {
  const rows = await connection.rows<{ query: string; blocks: string; ms: number; wal: string }>(
    `select query, sum(shared_blks_hit + shared_blks_read) as blocks, sum(total_exec_time) as ms,
       sum(wal_bytes) as wal
     from pg_stat_statements join pg_database on oid = dbid
     where datname = current_database() and userid <> current_user::regrole
     group by query order by ms desc`,
  );
  return rows.map(({ query, blocks, ms, wal }) => ({
    statement: statementName(query),
    blocks: Number(blocks) / transfers,
    microseconds: (1_000 * ms) / transfers,
    walBytes: Number(wal) / transfers,
  }));
}

/** The verb and the table of a statement, which identify each of the writer's statements. */
function statementName(query: string): string {
  const text = query.replace(/\s+/g, ' ').trim().toLowerCase();
  const [, verb = text.slice(0, 24), table = ''] =
    /^(insert|update|select|merge|begin|commit|with)\b(?:.*?\b(ledger_[a-z_]+))?/.exec(text) ?? [];
  return `${verb} ${table}`.trim();
}
