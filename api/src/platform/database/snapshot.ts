import { Socket } from 'node:net';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { DataSource } from 'typeorm';
import { sqlOfManager, type Sql } from './sql.js';

/** Runs `work` in one repeatable-read snapshot, so all of its reads are consistent. */
export function readInSnapshot<Result>(
  source: DataSource,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  return source.transaction('REPEATABLE READ', (manager) => work(sqlOfManager(manager)));
}

/**
 * Runs `work` in one read-only snapshot, so all its reads see the database at the same point in time. `sql` must be
 * a dedicated connection.
 */
export async function inSnapshot<Result>(sql: Sql, work: () => Promise<Result>): Promise<Result> {
  await sql.query('begin transaction isolation level repeatable read read only');
  try {
    return await work();
  } finally {
    // Nothing was written. If the connection is lost, the error from `work` is the one to report.
    await sql.query('rollback').catch(() => undefined);
  }
}

/** Runs `work` in one transaction, and rolls it back if `work` fails. `sql` must be a dedicated connection. */
export async function inTransaction<Result>(
  sql: Sql,
  work: () => Promise<Result>,
  isolation: 'read committed' | 'repeatable read' = 'read committed',
): Promise<Result> {
  await sql.query(`begin isolation level ${isolation}`);
  try {
    const result = await work();
    await sql.query('commit');
    return result;
  } catch (error) {
    await sql.query('rollback').catch(() => undefined);
    throw error;
  }
}

const PAGE_SIZE = 5_000;

/**
 * Fetches a query's rows in pages through a server-side cursor, in constant memory. Requires a transaction; only one
 * cursor per name can be open.
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

const CONNECT_TIMEOUT_MS = 5_000;
/** Maximum bytes buffered ahead of the consumer. Beyond that, the server waits. */
const READ_AHEAD_BYTES = 262_144;

/** Exports the current transaction's snapshot. Other connections can import it until this transaction ends. */
export async function exportSnapshot(sql: Sql): Promise<string> {
  const [exported] = await sql.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot');
  return exported?.snapshot ?? '';
}

/**
 * Streams a select's rows as a binary COPY, on a dedicated connection that imports an exported snapshot. Throws if the
 * connection is lost. Stopping early closes the connection.
 */
export async function* copyInSnapshot(
  url: string,
  snapshot: string,
  select: string,
): AsyncGenerator<Buffer, void> {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    application_name: 'moniker-ledger-audit',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    stream: () => socket,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // Without synchronized scans, rows arrive in storage order unless the select has an `order by`.
    await client.query(
      `begin transaction isolation level repeatable read read only;
        set transaction snapshot '${snapshot}'; set local synchronize_seqscans = off`,
    );
    const rows = client.query(
      copyTo(`copy (${select}) to stdout (format binary)`, { highWaterMark: READ_AHEAD_BYTES }),
    );
    for await (const chunk of rows) yield chunk as Buffer;
  } finally {
    // Doesn't call `client.end()`: a server that is blocked on sending rows would not read the client's message.
    socket.destroy();
  }
}
