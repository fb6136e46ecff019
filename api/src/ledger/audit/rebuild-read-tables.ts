import type { Sql } from '../../platform/database/sql.js';
import type { EventLog } from '../log/event-log.port.js';
import { postgresEventLog } from '../log/postgres-event-log.js';
import { emptyChanges, writeReadTables, type ProjectionChanges } from '../projections/read-tables.js';
import { checkHead } from './check-head.js';
import { LogFold, type LogPosition } from './log-fold.js';
import { BrokenLogError, pagedLogSince, replayOrThrow } from './replay.js';
import { ShadowSteps } from './shadow-steps.js';
import {
  addChangedKeys,
  applyDifferences,
  collectDifferences,
  READ_TABLES,
  type ReadTableName,
  type RepairCounts,
} from './shadow-tables.js';

export interface RebuildOptions {
  /** Which of them are compared and put right; left out, all. All are folded, since one rests on the other. */
  readonly only?: readonly ReadTableName[] | undefined;
  readonly log?: EventLog;
  readonly onProgress?: (position: number, total: number) => void;
}

export interface RebuildResult {
  readonly place: LogPosition;
  /** Rows of each table that were not what the log says, and now are. */
  readonly repaired: RepairCounts;
  /** How long writers had to wait, in milliseconds. */
  readonly lockedMs: number;
}

/** Another rebuild is under way. */
export class RebuildRunningError extends Error {
  constructor() {
    super('another rebuild is under way');
    this.name = 'RebuildRunningError';
  }
}

const SHADOW_SCHEMA = 'ledger_rebuild';
const TABLES = ['ledger_account', 'ledger_entry', 'ledger_transaction', 'ledger_projection'];
/** Marks the one rebuild that may run. */
const LOCK_KEY = `hashtext('moniker ledger rebuild')`;

/**
 * Folds the whole log again beside the live read tables, compares every row, and puts right those that differ, while
 * writers go on: they wait for the last step only, which is as long as what differs. Readers, also those in an older
 * snapshot, always see whole tables, and until the last commit the live ones are as they were
 * (docs/adr/0004-rebuild-in-place.md). `sql` must be the owner's connection and of its own. Throws
 * `BrokenLogError`, changing nothing, where the log is not sound.
 */
export async function rebuildReadTables(sql: Sql, options: RebuildOptions = {}): Promise<RebuildResult> {
  const [lock] = await sql.query<{ locked: boolean }>(`select pg_try_advisory_lock(${LOCK_KEY}) as locked`);
  if (lock?.locked !== true) throw new RebuildRunningError();
  try {
    await createShadow(sql);
    return await rebuild(sql, options);
  } finally {
    await dropShadow(sql).catch(() => undefined);
    await sql.query(`select pg_advisory_unlock(${LOCK_KEY})`).catch(() => undefined);
  }
}

async function rebuild(sql: Sql, options: RebuildOptions): Promise<RebuildResult> {
  const { log = postgresEventLog, only = READ_TABLES } = options;
  const steps = new ShadowSteps();
  const fold = new LogFold(steps);
  // Everything that there is now, in pages of their own, so that nothing waits.
  await catchUp(sql, fold, steps, options);
  await inTransaction(sql, 'repeatable read', async () => {
    await catchUp(sql, fold, steps, options);
    await collectDifferences(sql, only);
  });
  return inTransaction(sql, 'read committed', async () => {
    const head = await log.openHead(sql);
    const lockedAt = performance.now();
    const changed = emptyChanges();
    await catchUp(sql, fold, steps, options, changed);
    const [difference] = checkHead(head, fold.lastApplied);
    if (difference !== undefined) throw new BrokenLogError(difference);
    // What was written since the comparison may rest on a row that was wrong.
    await addChangedKeys(sql, only, changed);
    const repaired = await applyDifferences(sql, only);
    if (READ_TABLES.every((name) => only.includes(name))) {
      await sql.query('delete from public.ledger_projection');
      await sql.query('insert into public.ledger_projection table ledger_projection');
    }
    return { place: fold.lastApplied, repaired, lockedMs: Math.round(performance.now() - lockedAt) };
  });
}

/** Folds what the log has beyond the fold into the shadow tables; notes in `changed` what that changed. */
async function catchUp(
  sql: Sql,
  fold: LogFold,
  steps: ShadowSteps,
  { log = postgresEventLog, onProgress }: RebuildOptions,
  changed?: ProjectionChanges,
): Promise<void> {
  const { position: to } = await log.head(sql);
  const report = onProgress && ((position: number) => onProgress(position, to));
  for await (const page of replayOrThrow(pagedLogSince(sql, log, fold.lastApplied), fold, report)) {
    const { changes, transactions } = await steps.foldPage(sql, page);
    await writeReadTables(sql, { ...fold.state, transactions }, changes, page.lastPosition);
    if (changed !== undefined) mergeChanges(changed, changes);
  }
}

function mergeChanges(
  all: ProjectionChanges,
  { entries, accountIds, transactionIds }: ProjectionChanges,
): void {
  for (const line of entries) all.entries.push(line);
  for (const id of accountIds) all.accountIds.add(id);
  for (const id of transactionIds) all.transactionIds.add(id);
}

async function createShadow(sql: Sql): Promise<void> {
  await dropShadow(sql);
  await sql.query(`create schema ${SHADOW_SCHEMA}`);
  for (const table of TABLES) {
    await sql.query(`create unlogged table ${SHADOW_SCHEMA}.${table} (like public.${table} including all)`);
  }
  // From here on the projection of the writer fills the shadow; the log is found where it is.
  await sql.query(`set search_path = ${SHADOW_SCHEMA}, public`);
  await sql.query(`insert into ledger_projection (name, position) values ('read-tables', 0)`);
}

async function dropShadow(sql: Sql): Promise<void> {
  await sql.query('reset search_path');
  await sql.query(`drop schema if exists ${SHADOW_SCHEMA} cascade`);
}

async function inTransaction<Result>(
  sql: Sql,
  isolation: 'repeatable read' | 'read committed',
  work: () => Promise<Result>,
): Promise<Result> {
  await sql.query(`begin isolation level ${isolation}`);
  try {
    const result = await work();
    await sql.query('commit');
    return result;
  } catch (error) {
    await sql.query('rollback').catch(() => undefined);
    throw error;
  }
}
