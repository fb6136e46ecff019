/** One column of a CSV file. */
export interface CsvColumn<Row> {
  readonly name: string;
  readonly cell: (row: Row) => string;
}

/**
 * The start of what a spreadsheet would read as a formula: at the start of a cell, also in full-width characters, and after a
 * semicolon, which separates cells where the comma is the decimal separator.
 */
const FORMULA_START = /^(?=[=+\-@＝＋－＠\t\r\n])|(?<=;\s*)(?=[=+\-@＝＋－＠])/g;
const NEEDS_QUOTES = /[",\r\n]/;

/** Renders a header and one line per row, as RFC 4180 text with CRLF. */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  return csvHeader(columns) + csvLines(columns, rows);
}

export function csvHeader<Row>(columns: readonly CsvColumn<Row>[]): string {
  return line(columns.map(({ name }) => name));
}

export function csvLines<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  return rows.map((row) => line(columns.map(({ cell }) => cell(row)))).join('');
}

/** Escapes text written by users so that a spreadsheet never evaluates it as a formula (SEC-8). */
export function csvText(value: string | null): string {
  return (value ?? '').replace(FORMULA_START, "'");
}

function line(cells: readonly string[]): string {
  return `${cells.map(quoteIfNeeded).join(',')}\r\n`;
}

function quoteIfNeeded(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
