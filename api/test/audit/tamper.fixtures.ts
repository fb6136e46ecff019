import { withAuditConnection } from '../../src/ledger/log/audit-connection.js';
import { eventHash } from '../../src/ledger/log/hash-chain.js';
import { postgresEventLog } from '../../src/ledger/log/postgres-event-log.js';
import type { Checkpoint } from '../../src/ledger/proof/checkpoint.js';
import { rangeRootOf } from '../../src/ledger/proof/merkle-tree-store.js';
import { trialBalanceAt } from '../../src/ledger/reports/trial-balance.js';
import type { Sql } from '../../src/platform/database/sql.js';
import { query, type TestDatabase } from '../harness/index.js';

/** The checks that `verify` leaves out if it cannot apply the whole log, for example because events are missing. */
export const COMPARED_LAST = [
  ...['accounts', 'transactions', 'texts', 'decisions', 'identity', 'proposals', 'records', 'index', 'keys'],
] as const;

/** Maximum number of events in a log that a test rechains. */
const EVENTS_MAX = 10_000;

/** Runs statements as a superuser with triggers disabled. */
export async function executeWithoutTriggers(database: TestDatabase, sql: string): Promise<void> {
  await query(database.superUrl, `set session_replication_role = replica; ${sql}`);
}

/** Recomputes all hashes, including the head row's, so a tampered log looks sound. */
export async function rechainLog(database: TestDatabase): Promise<void> {
  const events = await withAuditConnection(database.superUrl, (sql) =>
    postgresEventLog.read(sql, 0, EVENTS_MAX),
  );
  let previous: Buffer = Buffer.alloc(32);
  const updates: string[] = [];
  for (const event of events) {
    previous = eventHash(previous, event);
    const hash = previous.toString('hex');
    updates.push(`update ledger_event set hash = '\\x${hash}' where position = ${event.position}`);
  }
  updates.push(`update ledger_head set hash = '\\x${previous.toString('hex')}'`);
  await executeWithoutTriggers(database, updates.join('; '));
}

/** Returns the checkpoint at a position in the current ledger. */
export async function checkpointAt(sql: Sql, position: number): Promise<Checkpoint> {
  const [event] = await postgresEventLog.read(sql, position - 1, 1);
  if (event === undefined) throw new Error(`there is no event ${position}`);
  const { hash, recordedAt } = event;
  const root = await rangeRootOf(sql)(0, position);
  return {
    position,
    hash,
    root,
    recordedAt,
    takenAt: new Date(),
    balance: await trialBalanceAt(sql, position),
  };
}
