import 'reflect-metadata';
import { exitWithError } from '../platform/process/exit-with-error.js';
import { MIGRATIONS } from '../migrations/migrations.js';
import { readSettings } from '../platform/config/read-settings.js';
import { createDataSource } from '../platform/database/data-source.js';
import { withMigrationLock } from '../platform/database/migration-lock.js';
import { migrateQueue } from '../platform/queue/migrate-queue.js';

/**
 * Migrates the schema as its owner (`DATABASE_OWNER_URL`). Runs before the API and the worker. If several run at once,
 * one migrates and the others find the schema up to date.
 */
async function migrate(): Promise<void> {
  const { DATABASE_OWNER_URL: url } = readSettings(process.env, ['DATABASE_OWNER_URL']);
  if (url === null) throw new Error("DATABASE_OWNER_URL isn't set");
  await withMigrationLock(url, () => runMigrations(url));
}

async function runMigrations(url: string): Promise<void> {
  const dataSource = await createDataSource(url, 1, MIGRATIONS).initialize();
  try {
    const done = await dataSource.runMigrations();
    await migrateQueue(url);
    console.log(
      done.length === 0 ? 'schema is up to date' : `ran ${done.map(({ name }) => name).join(', ')}`,
    );
  } finally {
    await dataSource.destroy();
  }
}

migrate().catch(exitWithError('migrate'));
