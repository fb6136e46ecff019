import type { DataSource, EntityManager } from 'typeorm';
import { KEY_ID_BYTES, keyIdOf, seal, unseal } from './sealed-text.js';

const BATCH = 100;

/**
 * A column of sealed texts, in a table whose primary key is `id`. `table` and `column` become part of SQL statements,
 * so they must be constants.
 */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The current key, followed by old keys that texts may still be sealed with. */
  readonly keys: readonly [Buffer, ...Buffer[]];
  /** Runs before each text is resealed, in the same transaction. */
  readonly onReseal?: (manager: EntityManager, text: string, id: string) => Promise<void>;
  /** Runs a batch in a transaction; `dataSource.transaction` by default. */
  readonly transaction?: (batch: (manager: EntityManager) => Promise<number>) => Promise<number>;
}

/**
 * Reseals every text that is not sealed with the current key (SEC-11). Works in batches of one transaction each, so it
 * can be stopped and restarted at any time. Returns the number of resealed texts.
 *
 * @throws Error a text was sealed with a key that is not in `keys`, or was modified
 */
export async function reseal(
  dataSource: DataSource,
  { table, column, keys, onReseal, transaction = (batch) => dataSource.transaction(batch) }: SealedColumn,
): Promise<number> {
  const [current] = keys;
  const select = `select id, ${column} as sealed from ${table}
    where ${column} is not null and substring(${column} from 1 for ${KEY_ID_BYTES}) <> $1
    order by id limit ${BATCH} for update`;
  for (let done = 0; ;) {
    const count = await transaction(async (manager) => {
      const rows = await manager.query<{ id: string; sealed: Buffer }[]>(select, [keyIdOf(current)]);
      for (const { id, sealed } of rows) {
        const text = unseal(sealed, keys);
        await onReseal?.(manager, text, id);
        await manager.query(`update ${table} set ${column} = $2 where id = $1`, [id, seal(text, current)]);
      }
      return rows.length;
    });
    done += count;
    if (count === 0) return done;
  }
}
