/** One column of a CSV file. */
export interface CsvColumn<Row> {
  readonly name: string;
  readonly cell: (row: Row) => string;
}

/** A cell that a spreadsheet would take for a formula begins with one of these. */
const FORMULA_START = /^[=+\-@\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** The header and a line for each row, as RFC 4180 text with CRLF. */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  return csvHeader(columns) + csvLines(columns, rows);
}

export function csvHeader<Row>(columns: readonly CsvColumn<Row>[]): string {
  return line(columns.map(({ name }) => name));
}

export function csvLines<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  return rows.map((row) => line(columns.map(({ cell }) => cell(row)))).join('');
}

/** Text that a person wrote: a spreadsheet shows it and never calculates with it. */
export function csvText(value: string | null): string {
  const text = value ?? '';
  return FORMULA_START.test(text) ? `'${text}` : text;
}

/** `-1234.50`: no currency sign, no thousands. */
export function csvAmount(cents: number): string {
  const absolute = Math.abs(cents);
  return `${cents < 0 ? '-' : ''}${Math.floor(absolute / 100)}.${String(absolute % 100).padStart(2, '0')}`;
}

function line(cells: readonly string[]): string {
  return `${cells.map(quoteIfNeeded).join(',')}\r\n`;
}

function quoteIfNeeded(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
