import type { Sql } from '../../platform/database/sql.js';

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly resolve: (rows: never[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Buffers statements and sends them as one, to save the fixed cost of each statement (docs/adr/0001). Only for inserts
 * and updates that return no rows and do not depend on each other's rows. All statements succeed, or all reject with
 * the same error.
 */
export class CombinedSql implements Sql {
  private readonly statements: Statement[] = [];

  query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.statements.push({ text, values, resolve, reject });
    });
  }

  /** Sends the buffered statements without waiting for the result. */
  flushTo(sql: Sql): void {
    const statements = this.statements.splice(0);
    if (statements.length === 0) return;
    sql
      .query(
        combinedTextOf(statements.map(({ text }) => text)),
        statements.flatMap(({ values }) => values),
      )
      .then(
        () => statements.forEach(({ resolve }) => resolve([])),
        (error: unknown) => statements.forEach(({ reject }) => reject(error)),
      );
  }
}

const combinedTexts = new Map<string, string>();

/** Returns the combined statement, cached by its parts. The cache stays small, because few combinations occur. */
function combinedTextOf(texts: readonly string[]): string {
  const key = texts.join('\n');
  let text = combinedTexts.get(key);
  if (text === undefined) {
    text = combineTexts(texts);
    combinedTexts.set(key, text);
  }
  return text;
}

const PARAMETER = /\$(\d+)/g;

/** Makes each statement a `with` query and renumbers the parameters. */
function combineTexts(texts: readonly string[]): string {
  let offset = 0;
  const parts = texts.map((text, index) => {
    let highest = 0;
    const numbered = text.replace(PARAMETER, (_, digits: string) => {
      highest = Math.max(highest, Number(digits));
      return `$${offset + Number(digits)}`;
    });
    offset += highest;
    return `write_${index} as (${numbered})`;
  });
  return `with ${parts.join(', ')} select`;
}
