import { centsToPlain } from '@moniker/common/money.js';

/** Text, a time, nothing, or an amount. */
type CsvCell = string | Date | null | { readonly cents: number };

/** A CSV file's columns by name, in order. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => CsvCell>>;

/** Spreadsheets read a cell that starts with one of these, even in full width, as a formula. */
const FORMULA_START = /^[=+\-@＝＋－＠\t\r\n]/;
/** Finds the start of a formula after a character that some spreadsheets take as the end of a cell, even in quotes. */
const FORMULA_INSIDE = /([;\t\r\n]\s*)(?=[=+\-@＝＋－＠])/g;
const PLAIN_PHONE_NUMBER = /^\+\d[\d ().-]{5,30}$/;
const NEEDS_QUOTES = /[",;\t\r\n]/;

/** Tells Excel that a file is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

/** Renders a header and one line per row, as RFC 4180 text with CRLF. */
export function toCsv<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  return csvHeader(columns) + csvLines(columns, rows);
}

export function csvHeader(columns: CsvColumns<never>): string {
  return line(Object.keys(columns));
}

export function csvLines<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  const cells = Object.values(columns);
  return rows.map((row) => line(cells.map((cell) => cellText(cell(row))))).join('');
}

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return escapeFormula(cell);
  return cell instanceof Date ? cell.toISOString() : centsToPlain(cell.cents);
}

/** Escapes text that a user may have written, so no spreadsheet evaluates it as a formula (SEC-8, CON-6). */
function escapeFormula(text: string): string {
  if (PLAIN_PHONE_NUMBER.test(text)) return text;
  return (FORMULA_START.test(text) ? `'${text}` : text).replace(FORMULA_INSIDE, "$1'");
}

function line(cells: readonly string[]): string {
  return `${cells.map(quoteIfNeeded).join(',')}\r\n`;
}

function quoteIfNeeded(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
