import type { Sql } from '../../platform/database/sql.js';

/**
 * Runs `work` in one read-only snapshot, so that all its reads see the ledger at the same point in time. `sql` must be
 * a dedicated connection.
 */
export async function inSnapshot<Result>(sql: Sql, work: () => Promise<Result>): Promise<Result> {
  await sql.query('begin transaction isolation level repeatable read read only');
  try {
    return await work();
  } finally {
    // Nothing was written. If the connection is lost, the error of `work` is the one to report.
    await sql.query('rollback').catch(() => undefined);
  }
}

const PAGE_SIZE = 5_000;

/**
 * Fetches the rows of a query in pages through a server-side cursor, in constant memory. Requires a transaction; only
 * one cursor of a name can be open.
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
