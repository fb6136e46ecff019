import { it } from '@jest/globals';
import { postgresEventLog } from '../../src/ledger/log/postgres-event-log.js';
import { GENESIS_HASH } from '../../src/ledger/log/hash-chain.js';
import type { Sql } from '../../src/platform/database/sql.js';

/** Whether the banks of this run have their log in KurrentDB. */
export const IS_LOG_IN_KURRENTDB = process.env['MONIKER_TEST_LOG'] === 'kurrentdb';

/**
 * `it` for a test that does not apply to a log in KurrentDB, because it does one of these:
 * - it rewrites PostgreSQL's log, which would then be only a copy that `rebuild` restores;
 * - it makes PostgreSQL refuse an event, which KurrentDB accepts anyway and which is projected later;
 * - it starts programs with the production profile, which requires TLS, while the test server has none.
 */
export const itInPostgres = IS_LOG_IN_KURRENTDB ? it.skip : it;

/** An upper bound for the number of events in a template database. */
const MAX_EVENTS = 500;

/** The driver returns a `bigint` as text here. */
const numberOf = (value: number | string): number => Number(value);

/** Copies the events of a database to a stream, and closes the log in the database. */
export async function copyLogToStream(sql: Sql, url: string, stream: string): Promise<void> {
  const events = await postgresEventLog.read(sql, 0, MAX_EVENTS);
  if (events.length === MAX_EVENTS) throw new Error('the template has too many events');
  if (events.length === 0) return;
  // Imported only here, because few runs need the client.
  const { KurrentLog } = await import('../../src/ledger/log/kurrent-log.js');
  const log = new KurrentLog({ url, stream });
  try {
    const stored = events.map((event) => ({
      ...event,
      ...{ position: numberOf(event.position), version: numberOf(event.version) },
      ...{ idempotency: null, signature: null },
    }));
    const append = (): Promise<void> =>
      log.append({ position: 0, hash: GENESIS_HASH, recordedAt: new Date(0) }, stored);
    // The leader of a new cluster may have changed, so append again. The server confirms events that it already has.
    await append().catch(append);
    await sql.query('update ledger_head set fence = position');
  } finally {
    await log.close();
  }
}
