import type { Sql } from '../../platform/database/sql.js';

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly resolve: (rows: never[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * SQL that keeps its statements and sends all of them as one: each statement costs the server an answer of its own,
 * and both sides a turn (docs/adr/0001-group-commit.md). For inserts and updates that return nothing and do
 * not see each other's rows. All of them succeed, or fail with the same error.
 */
export class CombinedSql implements Sql {
  private readonly statements: Statement[] = [];

  query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.statements.push({ text, values, resolve, reject });
    });
  }

  /** Sends what was kept, without waiting for it. */
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

/** The statements as one, with their parameters numbered on. Which go together is up to few places of the code. */
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

function combineTexts(texts: readonly string[]): string {
  let before = 0;
  const parts = texts.map((text, index) => {
    let highest = 0;
    const numbered = text.replace(PARAMETER, (_, digits: string) => {
      highest = Math.max(highest, Number(digits));
      return `$${before + Number(digits)}`;
    });
    before += highest;
    return `write_${index} as (${numbered})`;
  });
  return `with ${parts.join(', ')} select`;
}
