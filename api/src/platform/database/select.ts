/** The SQL of each field of a row. The compiler demands an expression for every field and rejects others. */
export type ColumnsOf<Row> = { readonly [Name in keyof Row]-?: string };

/** Renders the select list of these columns. */
export function selectList(columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([name, sql]) => `${sql} as "${name}"`)
    .join(', ');
}
