import { createHash } from 'node:crypto';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/**
 * The fastest that a reader of the log could be: `copy ledger_event to stdout` with SHA-256 over the bytes. Returns
 * milliseconds.
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
