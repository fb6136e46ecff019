import type { DataSource } from 'typeorm';

const NOT_PERMITTED = '42501';
const UNDEFINED_TABLE = '42P01';

/**
 * Returns the names of the data source's migrations that the database lacks. Unknown migrations in the database are
 * fine: they belong to a newer version that is being rolled out (docs/operations.md, "Roll out a new version").
 */
export async function missingMigrations(dataSource: DataSource): Promise<string[]> {
  const applied = await appliedMigrationNames(dataSource);
  return dataSource.migrations
    .map((migration) => migration.constructor.name)
    .filter((name) => !applied.has(name));
}

async function appliedMigrationNames(dataSource: DataSource): Promise<ReadonlySet<string>> {
  try {
    const rows = await dataSource.query<{ name: string }[]>('select name from schema_migration');
    return new Set(rows.map(({ name }) => name));
  } catch (error) {
    // An empty database lacks the table. Until the migration that grants access to it has run, the role is not allowed
    // to read it.
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === NOT_PERMITTED || code === UNDEFINED_TABLE) return new Set();
    throw error;
  }
}

/**
 * Checks that the database has all of the data source's migrations.
 *
 * @throws Error migrations are missing; the message names them
 */
export async function assertMigrated(dataSource: DataSource): Promise<void> {
  const missing = await missingMigrations(dataSource);
  if (missing.length > 0)
    throw new Error(`the database is missing migrations (${missing.join(', ')}); run migrate first`);
}
