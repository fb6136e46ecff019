import type { DataSource } from 'typeorm';
import { MIGRATIONS } from './migrations.js';

const NOT_PERMITTED = '42501';
const UNDEFINED_TABLE = '42P01';

/**
 * The migrations that this version needs and the database has not had, by name. Ones that the database has had and this
 * version does not know are no trouble: they belong to a newer version that is being rolled out beside it
 * (ARCHITECTURE.md, 'Rolling out').
 */
export async function missingMigrations(dataSource: DataSource): Promise<string[]> {
  const done = await namesOfDone(dataSource);
  return MIGRATIONS.map(({ name }) => name).filter((name) => !done.has(name));
}

async function namesOfDone(dataSource: DataSource): Promise<ReadonlySet<string>> {
  try {
    const rows = await dataSource.query<{ name: string }[]>('select name from schema_migration');
    return new Set(rows.map(({ name }) => name));
  } catch (error) {
    // Before the migration that lets us look, and in an empty database, none that matters has run.
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === NOT_PERMITTED || code === UNDEFINED_TABLE) return new Set();
    throw error;
  }
}

/** Throws, naming them, where the database lacks migrations. */
export async function assertMigrated(dataSource: DataSource): Promise<void> {
  const missing = await missingMigrations(dataSource);
  if (missing.length > 0) throw new Error(`the database lacks ${missing.join(', ')}: run migrate first`);
}
