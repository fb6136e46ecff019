import type { DataSource, EntityManager } from 'typeorm';
import pg from 'pg';

/**
 * The little of a database connection that hand-written SQL needs. Statements run in the order in which
 * `query` was called, also when the calls are not awaited one by one.
 */
export interface Sql {
  query<Row = unknown>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/**
 * Settles when all of these statements have, with the first failure if there is one: none may run on after whoever
 * asked has gone on. A failure that nobody has come to wait for yet does not pass for one that nobody handles.
 */
export function settleAll(statements: readonly Promise<unknown>[]): Promise<void> {
  const done = Promise.allSettled(statements).then(async () => {
    await Promise.all(statements);
  });
  done.catch(() => undefined);
  return done;
}

/** SQL on a driver client; with `pipeline: true` on the client, unawaited calls travel together. */
export function sqlOfClient(client: pg.ClientBase): Sql {
  return {
    async query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
      const result = await client.query({ name: preparedName(text), text, values: [...values] });
      return result.rows as Row[];
    },
  };
}

/**
 * SQL inside a TypeORM transaction; unawaited calls are put in a row, since that client does not pipeline. After
 * a failure the rest of the row is not sent: the caller may have rolled back by then, and a late statement would
 * stand outside of any transaction.
 */
export function sqlOfManager(manager: EntityManager): Sql {
  const { queryRunner } = manager;
  if (queryRunner?.isTransactionActive !== true) throw new Error('there is no transaction to take part in');
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

/** SQL outside of any transaction, each statement on whichever connection of the pool is free. */
export function sqlOfSource(source: DataSource): Sql {
  return { query: (text, values = []) => source.query(text, [...values]) };
}

const preparedNames = new Map<string, string>();

/** Each distinct text is prepared once a connection. Texts are constants of the code, so this stays small. */
function preparedName(text: string): string {
  let name = preparedNames.get(text);
  if (name === undefined) {
    name = `s${preparedNames.size}`;
    preparedNames.set(text, name);
  }
  return name;
}

/**
 * How PostgreSQL's types arrive in JavaScript, for the whole process: `bigint` as a number (guarded: all of
 * ours are cents, positions or versions far below 2^53) and `date` as the text `YYYY-MM-DD`.
 */
export function registerPgTypes(): void {
  pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
    const value = Number(text);
    if (!Number.isSafeInteger(value)) throw new RangeError('a bigint of the database is not a safe integer');
    return value;
  });
  pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
}
