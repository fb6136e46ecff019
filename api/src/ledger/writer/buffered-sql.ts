import type { Sql } from '../../platform/database/sql.js';

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly resolve: (rows: Promise<unknown[]>) => void;
}

/** SQL that keeps its statements until they are sent, all at once and in order. */
export class BufferedSql implements Sql {
  private readonly statements: Statement[] = [];

  query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return new Promise((resolve) => {
      this.statements.push({ text, values, resolve: resolve as Statement['resolve'] });
    });
  }

  /** Sends what was kept, without waiting for any of it. */
  flushTo(sql: Sql): void {
    for (const { text, values, resolve } of this.statements.splice(0)) resolve(sql.query(text, values));
  }
}
