import pg from 'pg';
import type { ChainCheckedEvent } from './chain-checked-event.js';
import { type LogRange, type LogSource, scanEvents } from './scan-events.js';
import type { CopySource } from '../../platform/database/copy-source.js';
import { sqlOfClient, type Sql } from '../../platform/database/sql.js';
import { copyInSnapshot, exportSnapshot } from '../../platform/database/snapshot.js';
import { readLogInThread } from './read-log-in-thread.js';

const CONNECT_TIMEOUT_MS = 5_000;

/** A connection that can also run a COPY and read the log in its current transaction's snapshot. */
export interface AuditSql extends Sql, CopySource, LogSource {}

export interface AuditOptions {
  /** Reads and hashes the log in a worker thread while this thread applies the events. */
  readonly inThread?: boolean;
}

/**
 * Runs `work` on a dedicated connection. Unlike the application's connections, it accepts values that only a tampered
 * table can contain, such as a position beyond 2^53 or an infinite time: they become findings, not read errors.
 */
export async function withAuditConnection<Result>(
  url: string,
  work: (sql: AuditSql) => Promise<Result>,
  { inThread = false }: AuditOptions = {},
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'moniker-ledger-audit',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    pipeline: true,
    types: { getTypeParser: parserFor },
  });
  // A lost connection fails the current statement. Without a listener, the 'error' event would also end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(auditSql(url, sqlOfClient(client), inThread));
  } finally {
    await client.end().catch(() => undefined);
  }
}

function auditSql(url: string, sql: Sql, inThread: boolean): AuditSql {
  async function* copyOut(select: string): AsyncGenerator<Buffer, void> {
    yield* copyInSnapshot(url, await exportSnapshot(sql), select);
  }
  async function* readInThread(part: LogRange): AsyncGenerator<ChainCheckedEvent[]> {
    yield* readLogInThread({ url, snapshot: await exportSnapshot(sql), part });
  }
  return { ...sql, copyOut, readLog: inThread ? readInThread : (part) => scanEvents({ copyOut }, part) };
}

const { INT8, DATE, TIMESTAMPTZ } = pg.types.builtins;
const parseFinite = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => unknown;

const PARSERS = new Map<number, (text: string) => unknown>([
  [INT8, Number],
  [DATE, String],
  [TIMESTAMPTZ, parseTime],
]);

type TypeId = Parameters<typeof pg.types.getTypeParser>[0];

function parserFor(oid: TypeId): (text: string) => unknown {
  // All values arrive as text, because no statement requests the binary format.
  return PARSERS.get(oid) ?? (pg.types.getTypeParser(oid) as (text: string) => unknown);
}

function parseTime(text: string): Date {
  const time = parseFinite(text);
  return time instanceof Date ? time : new Date(NaN);
}
