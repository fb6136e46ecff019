import { DataSource, type DataSourceOptions } from 'typeorm';
import { MIGRATIONS } from '../migrations/migrations.js';
import { registerPgTypes } from './sql.js';

const POOL_SIZE = 10;
const STATEMENT_TIMEOUT_MS = 30_000;

/** How the application and the migrations connect. Entities are added by the features that own them. */
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

/** A connection pool without entities: for migrations. */
export function createDataSource(url: string, poolSize = POOL_SIZE): DataSource {
  return new DataSource(databaseOptions(url, poolSize));
}
