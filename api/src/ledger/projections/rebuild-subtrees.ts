import type { Sql } from '../../platform/database/sql.js';
import { growTree } from '../proof/merkle-tree-store.js';
import { applyDifferences, collectDifferences, type RepairedTable } from './shadow-tables.js';

const SUBTREES: RepairedTable = {
  name: 'ledger_merkle_subtree',
  key: [
    { name: 'level', field: 'level', type: 'smallint', isNullable: false, isMutable: false },
    { name: 'place', field: 'place', type: 'bigint', isNullable: false, isMutable: false },
  ],
};

/**
 * Computes the stored Merkle subtrees again from the events and repairs those that differ. Everything happens in one
 * transaction that lets the worker wait. Returns the number of repaired rows.
 */
export async function rebuildSubtrees(sql: Sql): Promise<number> {
  const { name } = SUBTREES;
  await sql.query('begin');
  try {
    await sql.query(`lock table ${name} in share row exclusive mode`);
    // Until the end of the transaction, the unqualified name is the temporary table.
    await sql.query(`create temporary table ${name} (like public.${name}) on commit drop`);
    let added = 1;
    while (added > 0) added = await growTree(sql);
    await collectDifferences(sql, SUBTREES);
    const repaired = await applyDifferences(sql, SUBTREES);
    await sql.query('commit');
    return repaired;
  } catch (error) {
    await sql.query('rollback').catch(() => undefined);
    throw error;
  }
}
