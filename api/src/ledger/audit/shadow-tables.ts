import type { Sql } from '../../platform/database/sql.js';
import type { ProjectionChanges } from '../projections/read-tables.js';

/** How many rows of each table were put right. */
export interface RepairCounts {
  readonly accounts: number;
  readonly entries: number;
  readonly transactions: number;
}

/** The read tables by the names under which they are rebuilt. */
export const READ_TABLES = ['accounts', 'entries', 'transactions'] as const;
export type ReadTableName = (typeof READ_TABLES)[number];

/** A read table with its key, as SQL; in this connection an unqualified name is the shadow. */
interface ReadTable {
  readonly name: string;
  readonly key: readonly string[];
  /** Temporary table of the keys that differ. */
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

/** Collects the keys of all rows that differ between these live tables and the shadow, both of one snapshot. */
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

/** Adds the keys of rows that were written since, and that may rest on a row that was wrong. */
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

/** Makes the rows of those keys what the shadow has. The caller's transaction holds the head of the log. */
export async function applyDifferences(sql: Sql, names: readonly ReadTableName[]): Promise<RepairCounts> {
  const repaired = { accounts: 0, entries: 0, transactions: 0 };
  for (const name of names) repaired[name] = await applyTableDifferences(sql, TABLES[name]);
  return repaired;
}

async function applyTableDifferences(sql: Sql, table: ReadTable): Promise<number> {
  const keys = keyColumns(table);
  await sql.query(`analyze ${table.differing}`);
  // Only what really differs is taken out: a row that is right keeps its place and its version.
  const [gone] = await sql.query<{ count: number }>(
    `with gone as (
      delete from public.${table.name} live using ${table.differing} as key
      where ${keysEqual(table, 'live', 'key')}
        and not exists (select from ${table.name} shadow where ${keysEqual(table, 'shadow', 'key')}
          and row(shadow.*) is not distinct from row(live.*))
      returning 1)
    select count(*) as count from gone`,
  );
  const [added] = await sql.query<{ count: number }>(
    `with added as (
      insert into public.${table.name} select * from ${table.name} shadow
      where (${keys}) in (select ${keys} from ${table.differing})
        and not exists (select from public.${table.name} live where ${keysEqual(table, 'shadow', 'live')})
      returning 1)
    select count(*) as count from added`,
  );
  return Math.max(gone?.count ?? 0, added?.count ?? 0);
}

function keyColumns({ key }: ReadTable): string {
  return key.join(', ');
}

function keysEqual({ key }: ReadTable, one: string, other: string): string {
  return key.map((column) => `${one}.${column} = ${other}.${column}`).join(' and ');
}
