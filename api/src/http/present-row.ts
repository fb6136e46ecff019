import { moneyFields } from './money-fields.js';

/** Completes a row to a response: times become ISO texts, and every `xCents` gets its text `x`. */
export function presentRow<Row extends object>(row: Row): Row {
  const fields = row as Record<string, unknown>;
  for (const name in fields) {
    const value = fields[name];
    if (value instanceof Date) fields[name] = value.toISOString();
    else if (name.endsWith('Cents')) {
      Object.assign(fields, moneyFields({ [name.slice(0, -'Cents'.length)]: value as number | null }));
    }
  }
  return row;
}
