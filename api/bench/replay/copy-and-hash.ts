import { createHash } from 'node:crypto';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/**
 * The limit of every reader of the log: `copy ledger_event to stdout` with SHA-256 over the bytes that come. Returns
 * how long it took, in milliseconds.
 */
export async function copyAndHash(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const startedAt = performance.now();
    const hash = createHash('sha256');
    const rows = client.query(copyTo('copy ledger_event to stdout', { highWaterMark: 262_144 }));
    for await (const piece of rows) hash.update(piece as Buffer);
    hash.digest();
    return performance.now() - startedAt;
  } finally {
    await client.end();
  }
}
