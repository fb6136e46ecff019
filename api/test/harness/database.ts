import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import type { Sql } from '../../src/platform/database/sql.js';
import { closeIdleConnections, queryInFreshSession } from './connections.js';
import { copyLogToStream } from './log-in-kurrentdb.js';
import { measure } from './measure.js';
import { ROOT } from './paths.js';

/** The script that `infra/postgres/create-roles.sh` runs in production. */
const DATABASE_SQL = path.join(ROOT, 'infra/postgres/database.sql');

/** Connection data from global-setup.mjs. */
interface TestServer {
  /** The `SECRET_KEY` of all programs under test. */
  secretKey: string;
  /** URL of the shared test services. */
  services: string;
  superUrl: string;
  template: string;
  folder: string;
  passwords: Record<Role, string>;
  /** URL of the KurrentDB server that holds every bank's log (`npm test -- kurrentdb`); null if PostgreSQL does. */
  kurrentUrl: string | null;
}

type Role = 'owner' | 'app' | 'auditor';

/** A database for one test, with a URL for each role. */
export interface TestDatabase {
  name: string;
  ownerUrl: string;
  appUrl: string;
  auditorUrl: string;
  superUrl: string;
  drop(): Promise<void>;
}

/** Creates an empty, migrated database. */
export const createDatabase = (): Promise<TestDatabase> =>
  measure('database', () => copyDatabase(testServer().template));

/** Copies a database that has no connections. */
export async function copyDatabase(template: string): Promise<TestDatabase> {
  const { superUrl, kurrentUrl } = testServer();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await closeIdleConnections(template);
  // Copying files takes less than half the CPU time of the default, which writes every page to the WAL.
  await query(
    superUrl,
    `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy OWNER moniker_owner`,
  );
  // A copy does not inherit the privileges of its template.
  await query(databaseUrl(superUrl, name), await readFile(DATABASE_SQL, 'utf8'));
  if (kurrentUrl !== null) await copyLogToStream(sqlOn(databaseUrl(superUrl, name)), kurrentUrl, name);
  return {
    name,
    ownerUrl: roleUrl(name, 'owner'),
    appUrl: roleUrl(name, 'app'),
    auditorUrl: roleUrl(name, 'auditor'),
    superUrl: databaseUrl(superUrl, name),
    drop: async () => {
      await closeIdleConnections(name);
      await query(superUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/** Copies the log of a database to a stream that has the database's name. */
export const copyLogOf = ({ name, superUrl }: TestDatabase, url: string): Promise<void> =>
  copyLogToStream(sqlOn(superUrl), url, name);

/** Settings for a bank's log in KurrentDB; none if the log is in PostgreSQL. */
export function logEnv({ name }: TestDatabase): NodeJS.ProcessEnv {
  const { kurrentUrl } = testServer();
  return kurrentUrl === null
    ? {}
    : { LEDGER_LOG: 'kurrentdb', KURRENTDB_URL: kurrentUrl, KURRENTDB_STREAM: name };
}

/** Runs statements in a fresh session. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return queryInFreshSession<Row>(url, sql, values);
}

/** Creates a folder that is removed at the end of the run. */
export function temporaryFolder(): Promise<string> {
  return mkdtemp(path.join(testServer().folder, 'data-'));
}

export function testServer(): TestServer {
  const json = process.env['MONIKER_TEST_SERVER'];
  if (!json) throw new Error('No test server: this test belongs to the integration or e2e project');
  return JSON.parse(json) as TestServer;
}

const sqlOn = (url: string): Sql => ({
  query: <Row>(text: string, values: readonly unknown[] = []) =>
    query<Row & pg.QueryResultRow>(url, text, [...values]),
});

function roleUrl(database: string, role: Role): string {
  const { superUrl, passwords } = testServer();
  const url = new URL(databaseUrl(superUrl, database));
  url.username = `moniker_${role}`;
  url.password = passwords[role];
  return url.href;
}

function databaseUrl(url: string, database: string): string {
  const result = new URL(url);
  result.pathname = `/${database}`;
  return result.href;
}
