import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { measure } from './measure.js';
import { ROOT } from './paths.js';

/** The same that production runs (infra/postgres/create-roles.sh). */
const DATABASE_SQL = path.join(ROOT, 'infra/postgres/database.sql');

/** What global-setup.mjs left for the tests. */
interface TestServer {
  /** The `SECRET_KEY` of every program in tests. */
  secretKey: string;
  /** Address of the shared services. */
  services: string;
  superUrl: string;
  template: string;
  folder: string;
  passwords: Record<Role, string>;
}

type Role = 'owner' | 'app' | 'auditor';

/** One database of a test's own, and its address for every role. */
export interface TestDatabase {
  name: string;
  ownerUrl: string;
  appUrl: string;
  auditorUrl: string;
  superUrl: string;
  drop(): Promise<void>;
}

/** A fresh, migrated, empty database. */
export const createDatabase = (): Promise<TestDatabase> =>
  measure('database', () => copyDatabase(testServer().template));

/** A fresh copy of a database that nobody is connected to. */
export async function copyDatabase(template: string): Promise<TestDatabase> {
  const { superUrl } = testServer();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await query(superUrl, `CREATE DATABASE ${name} TEMPLATE ${template} OWNER moniker_owner`);
  // Who may enter a database and what for is no part of what its copy takes over.
  await query(databaseUrl(superUrl, name), await readFile(DATABASE_SQL, 'utf8'));
  return {
    name,
    ownerUrl: roleUrl(name, 'owner'),
    appUrl: roleUrl(name, 'app'),
    auditorUrl: roleUrl(name, 'auditor'),
    superUrl: databaseUrl(superUrl, name),
    drop: async () => {
      await query(superUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/** Runs statements on a connection of their own. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** A folder of a test's own, removed at the end of the run. */
export function temporaryFolder(): Promise<string> {
  return mkdtemp(path.join(testServer().folder, 'data-'));
}

export function testServer(): TestServer {
  const left = process.env['MONIKER_TEST_SERVER'];
  if (!left) throw new Error('No test server: this test belongs to the integration or e2e project');
  return JSON.parse(left) as TestServer;
}

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
