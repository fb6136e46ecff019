import type { Sql } from '../../platform/database/sql.js';

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly resolve: (rows: Promise<unknown[]>) => void;
}

/** Buffers statements until `flushTo` sends them, in order. */
export class BufferedSql implements Sql {
  private readonly statements: Statement[] = [];

  query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return new Promise((resolve) => {
      this.statements.push({ text, values, resolve: resolve as Statement['resolve'] });
    });
  }

  /** Sends the buffered statements without waiting for their results. */
  flushTo(sql: Sql): void {
    for (const { text, values, resolve } of this.statements.splice(0)) resolve(sql.query(text, values));
  }
}
