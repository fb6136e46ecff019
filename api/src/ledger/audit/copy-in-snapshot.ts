import { Socket } from 'node:net';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Sql } from '../../platform/database/sql.js';

const CONNECT_TIMEOUT_MS = 5_000;
/** What waits here while it is not asked for; the server waits then. */
const READ_AHEAD_BYTES = 262_144;

/** A name under which other connections can see what the transaction that `sql` is in sees, as long as it lasts. */
export async function exportSnapshot(sql: Sql): Promise<string> {
  const [exported] = await sql.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot');
  return exported?.snapshot ?? '';
}

/**
 * The rows of a select as a binary COPY, on a connection of its own that sees an exported snapshot. A lost connection
 * fails the reading; ending it early ends the connection.
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
    // Rows come in the order in which they are stored, where no other is asked for.
    await client.query(
      `begin transaction isolation level repeatable read read only;
        set transaction snapshot '${snapshot}'; set local synchronize_seqscans = off`,
    );
    const rows = client.query(
      copyTo(`copy (${select}) to stdout (format binary)`, { highWaterMark: READ_AHEAD_BYTES }),
    );
    for await (const piece of rows) yield piece as Buffer;
  } finally {
    // The server may be waiting for its rows to be taken, so it is not asked to end.
    socket.destroy();
  }
}
