/** A row as the driver gives it: columns under their own names. */
export type Row = Readonly<Record<string, unknown>>;

/** What a read table's row has otherwise than the projection wrote it, in words; null where nothing differs. */
export function describeRowDifferences(row: Row, expected: Row): string | null {
  let told: string | null = null;
  // All columns of the table, also one that the projection does not know: it has to be empty.
  for (const column of Object.keys(row)) {
    if (row[column] === expected[column]) continue;
    const actual = comparable(row[column]);
    const wanted = comparable(expected[column]);
    if (actual === wanted) continue;
    const difference = `${column} is ${String(actual)}, by the log it is ${String(wanted)}`;
    told = told === null ? difference : `${told}; ${difference}`;
  }
  return told;
}

function comparable(value: unknown): unknown {
  if (!(value instanceof Date)) return value ?? null;
  return Number.isNaN(value.getTime()) ? 'no time' : value.toISOString();
}
