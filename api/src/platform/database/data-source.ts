import { DataSource, type DataSourceOptions, type MigrationInterface } from 'typeorm';
import type { ClientBase } from 'pg';
import { awaitConfirmation } from './confirmed.js';
import { sessionOptions } from './session-options.js';
import { registerPgTypes } from './sql.js';

const POOL_SIZE = 10;
const STATEMENT_TIMEOUT_MS = 30_000;
/**
 * Maximum time to get a connection, new or from the pool. Without a limit, requests would wait for as long as the
 * pool is exhausted.
 */
const CONNECT_TIMEOUT_MS = 10_000;

/** An application's migrations, in order. */
export type Migrations = readonly (new () => MigrationInterface)[];

/** An application's connection options. Each feature adds its own entities. */
export function databaseOptions(
  url: string,
  migrations: Migrations = [],
  poolSize = POOL_SIZE,
): DataSourceOptions {
  registerPgTypes();
  return {
    type: 'postgres',
    url,
    migrations: [...migrations],
    migrationsTableName: 'schema_migration',
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
    applicationName: 'moniker',
    poolSize,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    extra: { statement_timeout: STATEMENT_TIMEOUT_MS, options: sessionOptions(), verify },
  };
}

/** Creates a connection pool without entities. */
export function createDataSource(url: string, poolSize = POOL_SIZE, migrations: Migrations = []): DataSource {
  return new DataSource(databaseOptions(url, migrations, poolSize));
}

/** The pool calls this before it first uses a connection. */
function verify(client: ClientBase, done: (error?: unknown) => void): void {
  // The pool listens for errors only while a connection is idle. Without a listener, losing a connection that is in
  // use would end the process.
  client.on('error', () => undefined);
  awaitConfirmation(client).then(() => done(), done);
}
