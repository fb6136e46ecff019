import type { Sql } from '../../platform/database/sql.js';
import type { Table, TableColumn } from '../../platform/database/table.js';

/*
 * Repairs a live table from a shadow table with the same columns. On a rebuild's connection, a table's unqualified name
 * means its shadow. The live table is in `public`.
 */

/** Names of the read tables that can be rebuilt. */
export const READ_TABLES = ['accounts', 'entries', 'transactions'] as const;
export type ReadTableName = (typeof READ_TABLES)[number];

/** A table to repair. */
export type RepairedTable = Pick<Table<never>, 'name' | 'key'>;

/**
 * Repairs a table from a temporary table with the same name. `fill` writes the correct rows to the temporary table.
 * Must run in a transaction. Returns the number of repaired rows.
 */
export async function repairTable(
  sql: Sql,
  table: RepairedTable,
  fill: () => Promise<void>,
): Promise<number> {
  // Until the transaction ends, the unqualified name means the temporary table.
  await sql.query(`create temporary table ${table.name} (like public.${table.name}) on commit drop`);
  await fill();
  await collectDifferences(sql, table);
  return applyDifferences(sql, table);
}

/** Collects the keys of all rows that differ between a live table and its shadow. `sql` must read from one snapshot. */
export async function collectDifferences(sql: Sql, table: RepairedTable): Promise<void> {
  const keys = columnNames(table.key);
  await sql.query(
    `create temporary table ${differingKeysTable(table)} as
      select ${keys} from public.${table.name} live full join ${table.name} shadow using (${keys})
      where row(live.*) is distinct from row(shadow.*)`,
  );
}

/**
 * Collects more keys: those of the rows that were written after the comparison. Such a row may have been computed from
 * a wrong row. `keys` has one array of values per key column.
 */
export async function addChangedKeys(
  sql: Sql,
  table: RepairedTable,
  keys: readonly (readonly unknown[])[],
): Promise<void> {
  const columns = table.key.map(({ type }, index) => `unnest($${index + 1}::${type}[])`);
  await sql.query(`insert into ${differingKeysTable(table)} select ${columns.join(', ')}`, keys);
}

/**
 * Ends a comparison: replaces the differing live rows with the shadow table's rows. No one else may write to the live
 * table until the caller's transaction ends. Returns the number of repaired rows.
 */
export async function applyDifferences(sql: Sql, table: RepairedTable): Promise<number> {
  const { name, key } = table;
  const differing = differingKeysTable(table);
  const keys = columnNames(key);
  await sql.query(`analyze ${differing}`);
  // Deletes only rows that still differ, so a correct row keeps its tuple.
  const [removed] = await sql.query<{ count: number }>(
    `with removed as (
      delete from public.${name} live using ${differing} as key
      where ${keysEqual(key, 'live', 'key')}
        and not exists (select from ${name} shadow where ${keysEqual(key, 'shadow', 'key')}
          and row(shadow.*) is not distinct from row(live.*))
      returning exists (select from ${name} shadow where ${keysEqual(key, 'shadow', 'key')}) as is_replaced)
    select count(*) as count from removed where not is_replaced`,
  );
  const [added] = await sql.query<{ count: number }>(
    `with added as (
      insert into public.${name} select * from ${name} shadow
      where (${keys}) in (select ${keys} from ${differing})
        and not exists (select from public.${name} live where ${keysEqual(key, 'shadow', 'live')})
      returning 1)
    select count(*) as count from added`,
  );
  await sql.query(`drop table ${differing}`);
  return (removed?.count ?? 0) + (added?.count ?? 0);
}

/** Name of the temporary table that holds the keys of differing rows. */
function differingKeysTable({ name }: RepairedTable): string {
  return `differing_${name}`;
}

function columnNames(columns: readonly TableColumn[]): string {
  return columns.map(({ name }) => name).join(', ');
}

function keysEqual(key: readonly TableColumn[], one: string, other: string): string {
  return key.map(({ name }) => `${one}.${name} = ${other}.${name}`).join(' and ');
}
