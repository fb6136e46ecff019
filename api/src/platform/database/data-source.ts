import { DataSource, type DataSourceOptions } from 'typeorm';
import { MIGRATIONS } from '../migrations/migrations.js';
import { registerPgTypes } from './sql.js';

const POOL_SIZE = 10;
const STATEMENT_TIMEOUT_MS = 30_000;

/** Connection options of the application and the migrations. Each feature adds its own entities. */
export function databaseOptions(url: string, poolSize = POOL_SIZE): DataSourceOptions {
  registerPgTypes();
  return {
    type: 'postgres',
    url,
    migrations: MIGRATIONS,
    migrationsTableName: 'schema_migration',
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
    applicationName: 'moniker',
    poolSize,
    extra: { statement_timeout: STATEMENT_TIMEOUT_MS },
  };
}

/** Creates a connection pool without entities, for migrations. */
export function createDataSource(url: string, poolSize = POOL_SIZE): DataSource {
  return new DataSource(databaseOptions(url, poolSize));
}
