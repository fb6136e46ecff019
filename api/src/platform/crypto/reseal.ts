import type { DataSource, EntityManager } from 'typeorm';
import { KEY_ID_BYTES, keyIdOf, seal, unseal } from './sealed-text.js';

const BATCH = 100;

/** Sealed texts of one table, whose primary key is `id`. The names are constants of the code. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The key to seal with from now on, then those that texts may still be sealed with. */
  readonly keys: readonly [Buffer, ...Buffer[]];
  /** Done with each text in the transaction that seals it again. */
  readonly onReseal?: (manager: EntityManager, text: string) => Promise<void>;
}

/**
 * Seals every text with the current key that is not yet, in batches of a transaction each: to be stopped and run
 * again at any time. Returns how many there were. Throws on a text that none of the keys opens.
 */
export async function reseal(
  dataSource: DataSource,
  { table, column, keys, onReseal }: SealedColumn,
): Promise<number> {
  const [current] = keys;
  const select = `select id, ${column} as sealed from ${table}
    where ${column} is not null and substring(${column} from 1 for ${KEY_ID_BYTES}) <> $1
    order by id limit ${BATCH} for update`;
  for (let done = 0; ;) {
    const count = await dataSource.transaction(async (manager) => {
      const rows = await manager.query<{ id: string; sealed: Buffer }[]>(select, [keyIdOf(current)]);
      for (const { id, sealed } of rows) {
        const text = unseal(sealed, keys);
        await manager.query(`update ${table} set ${column} = $2 where id = $1`, [id, seal(text, current)]);
        await onReseal?.(manager, text);
      }
      return rows.length;
    });
    done += count;
    if (count === 0) return done;
  }
}
