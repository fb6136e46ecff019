import type { DataSource, EntityManager } from 'typeorm';
import pg from 'pg';

/**
 * The minimal connection interface for hand-written SQL. On a single connection, statements run in the order of the
 * `query` calls, even if these are not awaited one by one.
 */
export interface Sql {
  query<Row = unknown>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** SQL on one connection. Can also run statements whose text is not constant. */
export interface ClientSql extends Sql {
  /** Runs a statement without preparing it, and returns its command tag, such as `COMMIT`. */
  command(text: string): Promise<string>;
}

/**
 * Waits for all statements, then rejects with the first failure, if any, so no statement is still running when the
 * caller continues. A rejection that nobody is awaiting yet does not count as unhandled.
 */
export function settleAll(statements: readonly Promise<unknown>[]): Promise<void> {
  const done = Promise.allSettled(statements).then(async () => {
    await Promise.all(statements);
  });
  done.catch(() => undefined);
  return done;
}

/**
 * `Promise.all` for statements that are sent without each one being awaited: waits for all of them, then rejects with
 * the first failure, if any. Only the first failure names the cause, because it makes later statements in the
 * transaction fail with other errors.
 */
export async function allInOrder<T extends readonly unknown[] | []>(
  statements: T,
): Promise<{ -readonly [Index in keyof T]: Awaited<T[Index]> }> {
  await Promise.allSettled(statements);
  return Promise.all(statements);
}

/** SQL on a driver client. With `pipeline: true` on the client, statements that are not awaited are pipelined. */
export function sqlOfClient(client: pg.ClientBase): ClientSql {
  return {
    async command(text: string): Promise<string> {
      return (await client.query(text)).command;
    },

    async query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
      const result = await client.query({ name: preparedName(text), text, values: [...values] });
      return result.rows as Row[];
    },
  };
}

/**
 * SQL in a TypeORM transaction. Statements that are not awaited are queued, because TypeORM's client does not
 * pipeline. After a failure, queued statements are not sent: the caller may have rolled back, and a late statement
 * would run outside the transaction.
 */
export function sqlOfManager(manager: EntityManager): Sql {
  const { queryRunner } = manager;
  if (queryRunner?.isTransactionActive !== true) throw new Error('no active transaction');
  let last: Promise<unknown> = Promise.resolve();
  return {
    query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
      const next = last.then(async () => {
        const result = await queryRunner.query(text, [...values], true);
        return result.records as Row[];
      });
      last = next;
      return next;
    },
  };
}

/** SQL outside transactions. Each statement takes any free connection from the pool. */
export function sqlOfSource(source: DataSource): Sql {
  return { query: (text, values = []) => source.query(text, [...values]) };
}

const preparedNames = new Map<string, string>();

/** Returns the prepared-statement name for an SQL text. These texts are constants, so the map stays small. */
function preparedName(text: string): string {
  let name = preparedNames.get(text);
  if (name === undefined) {
    name = `s${preparedNames.size}`;
    preparedNames.set(text, name);
  }
  return name;
}

/**
 * Sets how PostgreSQL types are parsed, for the whole process: `bigint` as a safe integer (amounts in cents, positions
 * and versions stay far below 2^53) and `date` as `YYYY-MM-DD`.
 */
export function registerPgTypes(): void {
  pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
    const value = Number(text);
    if (!Number.isSafeInteger(value))
      throw new RangeError('a bigint from the database is not a safe integer');
    return value;
  });
  pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
}
