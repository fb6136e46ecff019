/**
 * The SQL of each field of a row. The compiler demands an expression for every field, and none for others. The text `x` of
 * an amount `xCents` has none, because it is no column.
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
