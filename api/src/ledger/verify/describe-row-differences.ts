/** A row as the driver returns it, by column name. */
export type Row = Readonly<Record<string, unknown>>;

/** Describes how a stored row differs from the one that the log implies. Returns null if the rows are equal. */
export function describeRowDifferences(row: Row, expected: Row): string | null {
  let differences: string | null = null;
  // Includes columns that the projection does not know, which must be null.
  for (const column of Object.keys(row)) {
    if (row[column] === expected[column]) continue;
    const actual = comparable(row[column]);
    const wanted = comparable(expected[column]);
    if (actual === wanted) continue;
    const difference = `${column} is ${String(actual)}, but according to the log it is ${String(wanted)}`;
    differences = differences === null ? difference : `${differences}; ${difference}`;
  }
  return differences;
}

function comparable(value: unknown): unknown {
  if (!(value instanceof Date)) return value ?? null;
  return Number.isNaN(value.getTime()) ? 'invalid time' : value.toISOString();
}
