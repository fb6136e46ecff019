import { inTransaction } from '../../platform/database/snapshot.js';
import type { Sql } from '../../platform/database/sql.js';
import { growTree } from '../proof/merkle-tree-store.js';
import { repairTable, type RepairedTable } from './shadow-tables.js';

const SUBTREES: RepairedTable = {
  name: 'ledger_merkle_subtree',
  key: [
    { name: 'level', field: 'level', type: 'smallint', isNullable: false, isMutable: false },
    { name: 'place', field: 'place', type: 'bigint', isNullable: false, isMutable: false },
  ],
};

/**
 * Recomputes the stored Merkle subtrees from the events and repairs those that differ. Everything happens in one
 * transaction, and the worker waits until that transaction ends. Returns the number of repaired rows.
 */
export function rebuildSubtrees(sql: Sql): Promise<number> {
  return inTransaction(sql, async () => {
    await sql.query(`lock table ${SUBTREES.name} in share row exclusive mode`);
    return repairTable(sql, SUBTREES, async () => {
      while ((await growTree(sql)) > 0);
    });
  });
}
