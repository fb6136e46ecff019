import type { StatementDto, StatementLineDto } from './statement.dto.js';

/** A cell that a spreadsheet would take for a formula begins with one of these. */
const FORMULA_START = /^[=+\-@\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n]/;

interface Column {
  readonly name: string;
  readonly cell: (line: StatementLineDto) => string;
}

/** The lines of a statement as RFC 4180 text: a header, one row a line, CRLF. Amounts are plain decimals. */
export function statementCsv({ lines, timeZone }: StatementDto): string {
  const columns: readonly Column[] = [
    { name: `Date (${timeZone})`, cell: ({ date }) => date },
    { name: 'Posted at (UTC)', cell: ({ at }) => at },
    { name: 'Description', cell: ({ description }) => text(description) },
    { name: 'Kind', cell: ({ kind }) => text(kind) },
    { name: 'Amount (USD)', cell: ({ amountCents }) => decimal(amountCents) },
    { name: 'Fee within (USD)', cell: ({ feeCents }) => decimal(feeCents) },
    { name: 'Balance after (USD)', cell: ({ balanceAfterCents }) => decimal(balanceAfterCents) },
    { name: 'Transaction ID', cell: ({ transactionId }) => text(transactionId ?? '') },
  ];
  const rows = [
    columns.map(({ name }) => name),
    ...lines.map((line) => columns.map(({ cell }) => cell(line))),
  ];
  return rows.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
}

/** Text that a person wrote: a spreadsheet shows it and never calculates with it. */
function text(value: string): string {
  return FORMULA_START.test(value) ? `'${value}` : value;
}

function quoted(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** `-1234.50`: no currency sign, no thousands. */
function decimal(cents: number): string {
  const absolute = Math.abs(cents);
  return `${cents < 0 ? '-' : ''}${Math.floor(absolute / 100)}.${String(absolute % 100).padStart(2, '0')}`;
}
