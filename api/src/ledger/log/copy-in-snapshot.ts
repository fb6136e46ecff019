import { Socket } from 'node:net';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Sql } from '../../platform/database/sql.js';

const CONNECT_TIMEOUT_MS = 5_000;
/** Maximum bytes buffered ahead of the consumer. Beyond it, the server waits. */
const READ_AHEAD_BYTES = 262_144;

/** Exports the snapshot of the current transaction. Other connections can import it until this transaction ends. */
export async function exportSnapshot(sql: Sql): Promise<string> {
  const [exported] = await sql.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot');
  return exported?.snapshot ?? '';
}

/**
 * Streams the rows of a select as a binary COPY, on a dedicated connection that imports an exported snapshot. Throws if
 * the connection is lost. Stopping early closes the connection.
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
    // Not `client.end()`: the server may be blocked on sending rows and would not read the request.
    socket.destroy();
  }
}
