import type { DataSource, EntityManager } from 'typeorm';
import { KEY_ID_BYTES, keyIdOf, seal, unseal } from './sealed-text.js';

const BATCH = 100;

/** A column of sealed texts. The primary key of its table is `id`. All names are constants in the code. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The current key, followed by old keys that texts may still be sealed with. */
  readonly keys: readonly [Buffer, ...Buffer[]];
  /** Runs for each text in the transaction that reseals it. */
  readonly onReseal?: (manager: EntityManager, text: string) => Promise<void>;
}

/**
 * Reseals every text that is not sealed with the current key (SEC-11). Works in batches of one transaction each, so it
 * can be stopped and restarted at any time. Returns the number of resealed texts.
 *
 * @throws Error none of the keys opens a text
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
