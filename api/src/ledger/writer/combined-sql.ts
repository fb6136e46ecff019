import type { Sql } from '../../platform/database/sql.js';

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly resolve: (rows: never[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Buffers statements and sends them as one, to save the fixed cost of each statement (docs/adr/0001). Only for
 * inserts and updates that return no rows and do not depend on each other's rows. All statements succeed, or all
 * reject with the same error. The first statement runs first, so a lock that it takes also covers the others.
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
        combinedText(statements.map(({ text }) => text)),
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
function combinedText(texts: readonly string[]): string {
  const key = texts.join('\n');
  let text = combinedTexts.get(key);
  if (text === undefined) {
    text = combineTexts(texts);
    combinedTexts.set(key, text);
  }
  return text;
}

const PARAMETER = /\$(\d+)/g;

/**
 * Renumbers the parameters, and turns every statement but the first into a `with` query of the first. PostgreSQL runs
 * the main statement first, then the `with` queries from last to first.
 */
function combineTexts([first = '', ...others]: readonly string[]): string {
  const main = renumber(first, 0);
  let offset = main.highest;
  const queries = others.map((text, index) => {
    const { renumbered, highest } = renumber(text, offset);
    offset = highest;
    return `write_${index + 1} as (${renumbered})`;
  });
  return queries.length === 0 ? main.renumbered : `with ${queries.join(', ')} ${main.renumbered}`;
}

function renumber(text: string, offset: number) {
  let highest = offset;
  const renumbered = text.replace(PARAMETER, (_, digits: string) => {
    highest = Math.max(highest, offset + Number(digits));
    return `$${offset + Number(digits)}`;
  });
  return { renumbered, highest };
}
