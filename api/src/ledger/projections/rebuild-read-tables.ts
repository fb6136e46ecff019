import { inTransaction } from '../../platform/database/snapshot.js';
import type { Sql } from '../../platform/database/sql.js';
import { LIMIT_IDLE_TRANSACTION } from '../log/head-lock.js';
import { postgresEventLog } from '../log/postgres-event-log.js';
import { LEDGER_ACCOUNT } from '../tables/ledger-account.js';
import { LEDGER_ENTRY } from '../tables/ledger-entry.js';
import { LEDGER_TRANSACTION } from '../tables/ledger-transaction.js';
import { emptyChanges, writeReadTables, type ProjectionChanges } from './read-tables.js';
import { checkHead } from '../verify/check-head.js';
import type { LogPosition } from '../log/event-log.port.js';
import { LogFold } from '../verify/log-fold.js';
import { BrokenLogError, pagedLogSince, replay } from '../verify/replay.js';
import type { LogCopy, RepairedCopy } from './log-copy.js';
import { ShadowSteps } from './shadow-steps.js';
import {
  addChangedKeys,
  applyDifferences,
  collectDifferences,
  READ_TABLES,
  type ReadTableName,
  type RepairedTable,
} from './shadow-tables.js';

export interface RebuildOptions {
  /**
   * The tables to compare and repair; all by default. All shadow tables are filled anyway, because they depend on each
   * other.
   */
  readonly only?: readonly ReadTableName[] | undefined;
  /** Reads a log outside PostgreSQL, and repairs its copy. */
  readonly copy?: LogCopy | null;
  readonly onProgress?: (position: number, total: number) => void;
}

export interface RebuildResult {
  readonly place: LogPosition;
  /** Number of repaired rows per table. */
  readonly repaired: Readonly<Record<ReadTableName, number>>;
  /** Number of accounts released from quarantine (LED-31). */
  readonly released: number;
  /** Number of rows repaired in the copy of the log; null if the log is in PostgreSQL. */
  readonly copy: RepairedCopy | null;
  /** How long the rebuild blocked writers, in milliseconds. */
  readonly lockedMs: number;
}

export class RebuildRunningError extends Error {
  constructor() {
    super('Another rebuild is running. Wait for it to finish.');
    this.name = 'RebuildRunningError';
  }
}

const SHADOW_SCHEMA = 'ledger_rebuild';
const TABLES: Readonly<Record<ReadTableName, RepairedTable>> = {
  accounts: LEDGER_ACCOUNT,
  entries: LEDGER_ENTRY,
  transactions: LEDGER_TRANSACTION,
};
/** Advisory lock: only one rebuild runs at a time. */
const LOCK_KEY = `hashtext('moniker ledger rebuild')`;

/**
 * Folds the whole log into shadow tables, compares every row of the live read tables with them, and repairs the rows
 * that differ (AUD-17). Writers continue and are blocked only by the last step, whose duration depends on the number of
 * differences. Readers, including those in an older snapshot, always see complete tables, and the live tables do not
 * change until the final commit (docs/adr/0004). `sql` must be a dedicated connection opened as the tables' owner.
 *
 * @throws BrokenLogError the log is broken; no read table was changed
 * @throws RebuildRunningError another rebuild is running
 */
export async function rebuildReadTables(sql: Sql, options: RebuildOptions = {}): Promise<RebuildResult> {
  const [lock] = await sql.query<{ locked: boolean }>(`select pg_try_advisory_lock(${LOCK_KEY}) as locked`);
  if (lock?.locked !== true) throw new RebuildRunningError();
  try {
    await options.copy?.repairHead(sql);
    await createShadow(sql, options.copy?.tables ?? []);
    return await rebuild(sql, options);
  } finally {
    await dropShadow(sql).catch(() => undefined);
    await sql.query(`select pg_advisory_unlock(${LOCK_KEY})`).catch(() => undefined);
  }
}

async function rebuild(sql: Sql, options: RebuildOptions): Promise<RebuildResult> {
  const { only = READ_TABLES, copy = null } = options;
  const steps = new ShadowSteps();
  const shadow = { steps, fold: new LogFold(steps) };
  const { fold } = shadow;
  // Folds the existing log outside a transaction, so no lock is held.
  await catchUp(sql, shadow, options);
  const compare = async (): Promise<void> => {
    await catchUp(sql, shadow, options);
    for (const name of only) await collectDifferences(sql, TABLES[name]);
    await copy?.collect(sql);
  };
  await inTransaction(sql, compare, 'repeatable read');
  return inTransaction(sql, async () => {
    await sql.query(LIMIT_IDLE_TRANSACTION);
    const head = await postgresEventLog.openHead(sql);
    const lockedAt = performance.now();
    const changed = emptyChanges();
    const comparedTo = fold.lastRead.position;
    await catchUp(sql, shadow, options, changed);
    const [difference] = checkHead(head, fold.lastRead);
    if (difference !== undefined && head.position !== fold.lastRead.position)
      throw new BrokenLogError(difference);
    if (difference !== undefined)
      await sql.query(REPAIR_HEAD, [fold.lastRead.hash, fold.lastRead.recordedAt]);
    const repairedCopy = copy === null ? null : await copy.apply(sql, comparedTo);
    const keys = changedKeys(changed);
    const repaired = { accounts: 0, entries: 0, transactions: 0 };
    for (const name of only) {
      await addChangedKeys(sql, TABLES[name], keys[name]);
      repaired[name] = await applyDifferences(sql, TABLES[name]);
    }
    if (READ_TABLES.every((name) => only.includes(name))) {
      await sql.query('delete from public.ledger_projection');
      await sql.query('insert into public.ledger_projection table ledger_projection');
    }
    // Every row now matches the log, so no account stays in quarantine.
    const released =
      only.includes('accounts') && only.includes('entries') ? await releaseQuarantined(sql) : 0;
    const lockedMs = Math.round(performance.now() - lockedAt);
    return { place: fold.lastRead, repaired, released, copy: repairedCopy, lockedMs };
  });
}

/** Folds the rest of the log into the shadow tables. Adds the changed keys to `changed`. */
async function catchUp(
  sql: Sql,
  { fold, steps }: { readonly fold: LogFold; readonly steps: ShadowSteps },
  { copy, onProgress }: RebuildOptions,
  changed?: ProjectionChanges,
): Promise<void> {
  const log = copy?.log ?? postgresEventLog;
  const { position: to } = await log.head(sql);
  const report = onProgress && ((position: number) => onProgress(position, to));
  const paged = pagedLogSince(sql, log, fold.lastRead);
  for await (const page of replay(paged, fold, report)) {
    const [finding] = page.findings;
    if (finding !== undefined) throw new BrokenLogError(finding);
    await copy?.write(sql);
    const { changes, transactions } = await steps.foldPage(sql, page);
    await writeReadTables(sql, { ...fold.state, transactions }, changes, page.lastPosition);
    if (changed !== undefined) mergeChanges(changed, changes);
  }
}

function mergeChanges(
  all: ProjectionChanges,
  { entries, accountIds, transactionIds }: ProjectionChanges,
): void {
  for (const entry of entries) all.entries.push(entry);
  for (const id of accountIds) all.accountIds.add(id);
  for (const id of transactionIds) all.transactionIds.add(id);
}

/** Returns the key columns' values for each table's changed rows. */
function changedKeys({
  accountIds,
  entries,
  transactionIds,
}: ProjectionChanges): Record<ReadTableName, unknown[][]> {
  return {
    accounts: [[...accountIds]],
    entries: [entries.map(({ accountId }) => accountId), entries.map(({ position }) => position)],
    transactions: [[...transactionIds]],
  };
}

// Used only if the last event is at the head's position and all hashes in the log are correct. In that case, only the
// head is wrong.
const REPAIR_HEAD = 'update public.ledger_head set hash = $1, recorded_at = $2 where id';

async function releaseQuarantined(sql: Sql): Promise<number> {
  const released = await sql.query('delete from public.ledger_quarantine returning account_id');
  return released.length;
}

async function createShadow(sql: Sql, more: readonly string[]): Promise<void> {
  await dropShadow(sql);
  await sql.query(`create schema ${SHADOW_SCHEMA}`);
  for (const table of [...Object.values(TABLES).map(({ name }) => name), 'ledger_projection', ...more]) {
    await sql.query(`create unlogged table ${SHADOW_SCHEMA}.${table} (like public.${table} including all)`);
  }
  // From here on, `writeReadTables` on this connection writes to the shadow tables. A log in PostgreSQL is still read
  // from `public`.
  await sql.query(`set search_path = ${SHADOW_SCHEMA}, public`);
  await sql.query(`insert into ledger_projection (name, position) values ('read-tables', 0)`);
}

async function dropShadow(sql: Sql): Promise<void> {
  await sql.query('reset search_path');
  await sql.query(`drop schema if exists ${SHADOW_SCHEMA} cascade`);
}
