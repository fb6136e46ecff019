import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { sessionOptions } from './session-options.js';

/** Advisory lock: only one process migrates at a time. */
const LOCK = `hashtext('moniker migrations')`;
const POLL_MS = 200;
/** Longer than any migration. */
const MAX_WAIT_MS = 15 * 60_000;

/**
 * Runs `work` while holding a lock, so only one process migrates at a time (OPS-14). PostgreSQL releases the lock if
 * this process ends. Waits by polling, because a waiting statement would block the other process's
 * `create index concurrently`.
 *
 * @throws Error another process has been migrating for too long, or the database cannot be reached
 */
export async function withMigrationLock<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, options: sessionOptions(), keepAlive: true });
  // A lost connection makes the next statement fail. Without a listener, the `error` event would also end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await acquire(client);
    return await work();
  } finally {
    await client.end();
  }
}

async function acquire(client: pg.Client): Promise<void> {
  const endAt = performance.now() + MAX_WAIT_MS;
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>(
      `select pg_try_advisory_lock(${LOCK}) as locked`,
    );
    if (rows[0]?.locked === true) return;
    if (performance.now() >= endAt) throw new Error('another process has been migrating for 15 minutes');
    await pause(POLL_MS);
  }
}
