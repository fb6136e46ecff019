import { createHash } from 'node:crypto';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/**
 * Reads the log with `copy ledger_event to stdout` and hashes the bytes with SHA-256. No other reader of the log can be
 * faster. Returns the duration in milliseconds.
 */
export async function copyAndHash(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const startedAt = performance.now();
    const hash = createHash('sha256');
    const rows = client.query(copyTo('copy ledger_event to stdout', { highWaterMark: 262_144 }));
    for await (const chunk of rows) hash.update(chunk as Buffer);
    hash.digest();
    return performance.now() - startedAt;
  } finally {
    await client.end();
  }
}
