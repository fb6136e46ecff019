import { runMigrations } from 'bullmq';
import pg from 'pg';
import { QUEUE_SCHEMA } from './queue.js';

/**
 * Migrates BullMQ's schema. Runs as the owner whenever the database is migrated, because the application's role may
 * not create anything. Grants are repeated each time, because a new version of BullMQ may add tables.
 */
export async function migrateQueue(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await runMigrations(client, QUEUE_SCHEMA);
    await client.query(`
      grant usage on schema ${QUEUE_SCHEMA} to moniker_app;
      grant select, insert, update, delete on all tables in schema ${QUEUE_SCHEMA} to moniker_app;
      grant usage on all sequences in schema ${QUEUE_SCHEMA} to moniker_app;
    `);
  } finally {
    await client.end();
  }
}
