import { runMigrations } from 'bullmq';
import pg from 'pg';
import { QUEUE_SCHEMA } from './queue.js';

/**
 * Brings BullMQ's own schema up to date. Runs as the owner at every migration, not as the application: that role
 * may create nothing in the database, and needs no more than to use what is there. Granted anew every time, since
 * a new version of BullMQ may bring new tables.
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
