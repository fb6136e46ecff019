import pg from 'pg';
import type { CopySource } from '../../platform/database/copy-source.js';
import { sqlOfClient, type Sql } from '../../platform/database/sql.js';
import { copyInSnapshot } from './copy-in-snapshot.js';

const CONNECT_TIMEOUT_MS = 5_000;

/** A connection whose transaction's snapshot can also be copied out of, beside its own statements. */
export interface AuditSql extends Sql, CopySource {}

/**
 * A connection of an auditor's own. Unlike the application's it also accepts values that only a tampered table
 * can hold (a position beyond 2^53, an infinite time): they are findings, not reading errors.
 */
export async function withAuditConnection<Result>(
  url: string,
  work: (sql: AuditSql) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'moniker-ledger-audit',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    pipeline: true,
    types: { getTypeParser: parserOf },
  });
  // A lost connection fails the statement under way; without a listener it would also end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const sql = sqlOfClient(client);
    return await work({ ...sql, copyOut: (select) => copyInSnapshot(url, sql, select) });
  } finally {
    await client.end().catch(() => undefined);
  }
}

const { INT8, DATE, TIMESTAMPTZ } = pg.types.builtins;
const parseFinite = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => unknown;

const PARSERS = new Map<number, (text: string) => unknown>([
  [INT8, Number],
  [DATE, String],
  [TIMESTAMPTZ, parseTime],
]);

type TypeId = Parameters<typeof pg.types.getTypeParser>[0];

function parserOf(oid: TypeId): (text: string) => unknown {
  // Everything comes as text: nothing here asks for the binary format.
  return PARSERS.get(oid) ?? (pg.types.getTypeParser(oid) as (text: string) => unknown);
}

function parseTime(text: string): Date {
  const time = parseFinite(text);
  return time instanceof Date ? time : new Date(NaN);
}
