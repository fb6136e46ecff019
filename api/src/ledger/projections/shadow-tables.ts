import type { Sql } from '../../platform/database/sql.js';
import type { ProjectionChanges } from './read-tables.js';

/** Number of repaired rows in each table. */
export interface RepairCounts {
  readonly accounts: number;
  readonly entries: number;
  readonly transactions: number;
}

/** Names of the read tables that can be rebuilt. */
export const READ_TABLES = ['accounts', 'entries', 'transactions'] as const;
export type ReadTableName = (typeof READ_TABLES)[number];

/** A read table with its key columns. On a rebuild's connection, the unqualified name is the shadow table. */
interface ReadTable {
  readonly name: string;
  readonly key: readonly string[];
  /** Name of the temporary table of keys whose rows differ. */
  readonly differing: string;
}

const ACCOUNTS: ReadTable = {
  name: 'ledger_account',
  key: ['account_id'],
  differing: 'differing_account',
};
const ENTRIES: ReadTable = {
  name: 'ledger_entry',
  key: ['account_id', 'position'],
  differing: 'differing_entry',
};
const TRANSACTIONS: ReadTable = {
  name: 'ledger_transaction',
  key: ['transaction_id'],
  differing: 'differing_transaction',
};

const TABLES: Readonly<Record<ReadTableName, ReadTable>> = {
  accounts: ACCOUNTS,
  entries: ENTRIES,
  transactions: TRANSACTIONS,
};

/** Collects the keys of all rows that differ between the live tables and the shadow tables. Run it in one snapshot. */
export async function collectDifferences(sql: Sql, names: readonly ReadTableName[]): Promise<void> {
  for (const table of names.map((name) => TABLES[name])) {
    const keys = keyColumns(table);
    await sql.query(
      `create temporary table ${table.differing} as
        select ${keys} from public.${table.name} live full join ${table.name} shadow using (${keys})
        where row(live.*) is distinct from row(shadow.*)`,
    );
  }
}

/** Adds the keys of rows written since the comparison, because they may be based on a row that was wrong. */
export async function addChangedKeys(
  sql: Sql,
  names: readonly ReadTableName[],
  { accountIds, transactionIds, entries }: ProjectionChanges,
): Promise<void> {
  if (names.includes('accounts')) {
    await sql.query(`insert into ${ACCOUNTS.differing} select unnest($1::uuid[])`, [[...accountIds]]);
  }
  if (names.includes('transactions')) {
    await sql.query(`insert into ${TRANSACTIONS.differing} select unnest($1::uuid[])`, [[...transactionIds]]);
  }
  if (names.includes('entries')) {
    await sql.query(`insert into ${ENTRIES.differing} select unnest($1::uuid[]), unnest($2::bigint[])`, [
      entries.map(({ accountId }) => accountId),
      entries.map(({ position }) => position),
    ]);
  }
}

/** Replaces the differing live rows by those of the shadow tables. The caller's transaction must hold the head lock. */
export async function applyDifferences(sql: Sql, names: readonly ReadTableName[]): Promise<RepairCounts> {
  const repaired = { accounts: 0, entries: 0, transactions: 0 };
  for (const name of names) repaired[name] = await applyTableDifferences(sql, TABLES[name]);
  return repaired;
}

async function applyTableDifferences(sql: Sql, table: ReadTable): Promise<number> {
  const keys = keyColumns(table);
  await sql.query(`analyze ${table.differing}`);
  // Deletes only rows that still differ, so that a correct row keeps its tuple.
  const [removed] = await sql.query<{ count: number }>(
    `with removed as (
      delete from public.${table.name} live using ${table.differing} as key
      where ${keysEqual(table, 'live', 'key')}
        and not exists (select from ${table.name} shadow where ${keysEqual(table, 'shadow', 'key')}
          and row(shadow.*) is not distinct from row(live.*))
      returning 1)
    select count(*) as count from removed`,
  );
  const [added] = await sql.query<{ count: number }>(
    `with added as (
      insert into public.${table.name} select * from ${table.name} shadow
      where (${keys}) in (select ${keys} from ${table.differing})
        and not exists (select from public.${table.name} live where ${keysEqual(table, 'shadow', 'live')})
      returning 1)
    select count(*) as count from added`,
  );
  return Math.max(removed?.count ?? 0, added?.count ?? 0);
}

function keyColumns({ key }: ReadTable): string {
  return key.join(', ');
}

function keysEqual({ key }: ReadTable, one: string, other: string): string {
  return key.map((column) => `${one}.${column} = ${other}.${column}`).join(' and ');
}
