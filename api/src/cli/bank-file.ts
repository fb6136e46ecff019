import { CsvError, parse } from 'csv-parse/sync';
import type { BankRow } from '../ledger/audit/ledger-audit.js';

export const MAX_FILE_BYTES = 32 * 1024 * 1024;
export const MAX_ROWS = 200_000;
const MAX_RECORD_CHARACTERS = 64 * 1024;

/** The file is not a valid bank file. The message names the error and, if possible, its line and column. */
export class BankFileError extends Error {
  override name = 'BankFileError';
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DOLLARS = /^(?<sign>[+-]?)(?<dollars>\d{1,13})(\.(?<cents>\d{1,2}))?$/;
const CENTS = /^[+-]?\d{1,15}$/;
const PRINTABLE = /^[^\p{C}]{1,200}$/u;
/** A transaction id, with or without hyphens. */
const ID = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/;

interface CsvRecord {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

/**
 * Parses a bank file (AUD-16): CSV in UTF-8 with a header row, lines ending in LF or CRLF, and optionally a byte order
 * mark. Required columns are `date` (YYYY-MM-DD), `reference`, and either `amount` (signed dollars) or `amount_cents`
 * (signed cents). Other columns are ignored.
 *
 * @throws BankFileError the file is invalid or has too many rows
 */
export function parseBankFile(text: string): BankRow[] {
  const [header, ...records] = parseRecords(text);
  if (header === undefined) throw new BankFileError('the file is empty');
  const columns = findColumns(header.record);
  if (records.length > MAX_ROWS) throw new BankFileError(`the file has more than ${MAX_ROWS} rows`);
  return records.map(({ record, info }) => {
    const cell = (index: number): string => (record[index] ?? '').trim();
    const amount = cell(columns.amount);
    const at = (column: string): string => `line ${info.lines}, column ${column}`;
    return {
      line: info.lines,
      day: parseBankDay(cell(columns.date), at('date')),
      reference: parseReference(cell(columns.reference), at('reference')),
      amountCents: columns.isInCents
        ? wholeCents(amount, at('amount_cents'))
        : centsOfDollars(amount, at('amount')),
    };
  });
}

/** What is wrong with the file, for each error code of the CSV parser. */
const CSV_PROBLEMS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: "a quotation mark isn't closed",
  CSV_INVALID_CLOSING_QUOTE: "a closing quotation mark isn't followed by a comma",
  INVALID_OPENING_QUOTE: "a value has a quotation mark, but doesn't start with one",
  CSV_MAX_RECORD_SIZE: `the line has more than ${MAX_RECORD_CHARACTERS} characters, or the file isn't CSV`,
};

function parseRecords(text: string): CsvRecord[] {
  try {
    // With `info`, each record includes its line number; the type definitions do not cover this.
    return parse(text, {
      bom: true,
      info: true,
      record_delimiter: ['\r\n', '\n'],
      max_record_size: MAX_RECORD_CHARACTERS,
      skip_empty_lines: true,
    }) as unknown as CsvRecord[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const [, expected, actual] = /expect (\d+), got (\d+)/.exec(error.message) ?? [];
    const problem =
      actual === undefined
        ? (CSV_PROBLEMS[error.code] ?? "the file isn't CSV")
        : `the number of columns (${actual}) doesn't match the header row (${expected})`;
    throw new BankFileError(`line ${Number(error['lines'])}: ${problem}`, { cause: error });
  }
}

function findColumns(header: readonly string[]) {
  const names = header.map((name) => name.trim().toLowerCase());
  const indexOf = (name: string): number => {
    if (names.indexOf(name) !== names.lastIndexOf(name)) {
      throw new BankFileError(`line 1: there are two columns named "${name}"`);
    }
    return names.indexOf(name);
  };
  const required = (name: string): number => {
    const index = indexOf(name);
    if (index < 0) throw new BankFileError(`line 1: there's no column named "${name}"`);
    return index;
  };
  const inCents = indexOf('amount_cents');
  if (inCents >= 0 && indexOf('amount') >= 0) {
    throw new BankFileError('line 1: use either the column "amount" or the column "amount_cents", not both');
  }
  return {
    date: required('date'),
    reference: required('reference'),
    amount: inCents >= 0 ? inCents : required('amount'),
    isInCents: inCents >= 0,
  };
}

function parseBankDay(text: string, where: string): string {
  const time = DAY.test(text) ? new Date(`${text}T00:00:00Z`) : new Date(NaN);
  // `Date` turns February 30 into March 2.
  if (Number.isNaN(time.getTime()) || time.toISOString().slice(0, 10) !== text) {
    throw new BankFileError(`${where}: ${quoted(text)} isn't a date such as 2026-01-31`);
  }
  return text;
}

function parseReference(text: string, where: string): string {
  if (text === '') throw new BankFileError(`${where}: the reference is empty`);
  // The reference is printed, so it must not contain terminal control sequences.
  if (!PRINTABLE.test(text)) {
    throw new BankFileError(
      `${where}: the reference is longer than 200 characters or contains characters that can't be printed`,
    );
  }
  const id = ID.exec(text.toLowerCase());
  return id === null ? text : id.slice(1).join('-');
}

function centsOfDollars(text: string, where: string): number {
  const { sign, dollars, cents = '' } = DOLLARS.exec(text)?.groups ?? {};
  if (dollars === undefined) {
    throw new BankFileError(`${where}: ${quoted(text)} isn't a dollar amount such as -980.00`);
  }
  const absolute = Number(dollars) * 100 + Number(cents.padEnd(2, '0'));
  return nonZero(sign === '-' ? -absolute : absolute, where);
}

function wholeCents(text: string, where: string): number {
  if (!CENTS.test(text))
    throw new BankFileError(`${where}: ${quoted(text)} isn't a whole number of cents such as -98000`);
  return nonZero(Number(text), where);
}

function nonZero(cents: number, where: string): number {
  if (cents === 0) throw new BankFileError(`${where}: the amount must not be zero`);
  return cents;
}

const MAX_QUOTED = 40;

function quoted(text: string): string {
  return JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text);
}
