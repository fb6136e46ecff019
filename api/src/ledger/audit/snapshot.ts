import type { Sql } from '../../platform/database/sql.js';

/**
 * Runs `work` in one read-only snapshot: everything that it reads is the ledger of one moment, however much
 * is written meanwhile. `sql` must be a connection of its own.
 */
export async function inSnapshot<Result>(sql: Sql, work: () => Promise<Result>): Promise<Result> {
  await sql.query('begin transaction isolation level repeatable read read only');
  try {
    return await work();
  } finally {
    // Nothing was written; where the connection is lost, the error of `work` is the one to tell.
    await sql.query('rollback').catch(() => undefined);
  }
}

const PAGE_SIZE = 5_000;

/**
 * The rows of a query in pages, through a cursor of the server, so that memory stays flat. Only inside a
 * transaction, and one at a time for each name.
 */
export async function* fetchPages<Row>(sql: Sql, name: string, select: string): AsyncGenerator<Row[]> {
  await sql.query(`declare ${name} no scroll cursor for ${select}`);
  let rows: Row[];
  do {
    rows = await sql.query<Row>(`fetch ${PAGE_SIZE} from ${name}`);
    yield rows;
  } while (rows.length === PAGE_SIZE);
  await sql.query(`close ${name}`);
}
