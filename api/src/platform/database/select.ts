/**
 * The SQL of each field of a row. The compiler demands an expression for every field and rejects others. The text `x` of an
 * amount `xCents` needs none, because `presentRow` computes it.
 */
export type ColumnsOf<Row> = {
  readonly [Name in keyof Row as `${Name & string}Cents` extends keyof Row ? never : Name]-?: string;
};

/** Renders the select list of these columns. */
export function selectList(columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([name, sql]) => `${sql} as "${name}"`)
    .join(', ');
}
