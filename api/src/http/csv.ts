/** One column of a CSV file. */
export interface CsvColumn<Row> {
  readonly name: string;
  readonly cell: (row: Row) => string;
}

/** A cell that starts with one of these, also in full width, would be read as a formula by a spreadsheet. */
const FORMULA_START = /^[=+\-@＝＋－＠\t\r\n]/;
/** The same after what some spreadsheets take as the end of a cell, whatever the quotes say. */
const FORMULA_INSIDE = /([;\t\r\n]\s*)(?=[=+\-@＝＋－＠])/g;
const PLAIN_PHONE_NUMBER = /^\+\d[\d ().-]{5,30}$/;
const NEEDS_QUOTES = /[",;\t\r\n]/;

/** Tells Excel that a file is in UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

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

/** Escapes text written by users so that a spreadsheet never evaluates it as a formula (SEC-8, CON-6). */
export function csvText(value: string | null): string {
  const text = value ?? '';
  if (PLAIN_PHONE_NUMBER.test(text)) return text;
  return (FORMULA_START.test(text) ? `'${text}` : text).replace(FORMULA_INSIDE, "$1'");
}

function line(cells: readonly string[]): string {
  return `${cells.map(quoteIfNeeded).join(',')}\r\n`;
}

function quoteIfNeeded(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
