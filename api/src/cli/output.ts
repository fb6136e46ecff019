import { formatUsd } from '@moniker/common/money.js';
import type { Finding } from '../ledger/audit/ledger-audit.js';

export interface Column {
  readonly title: string;
  readonly align?: 'right';
}

/** Prints one JSON document. Buffers are printed in hexadecimal, times in ISO 8601. */
export function printJson(document: unknown): void {
  process.stdout.write(`${JSON.stringify(document, buffersAsHex, 2)}\n`);
}

export function printLines(lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

/** Formats a table as lines of text. Each column is as wide as its widest cell. */
export function tableLines(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const widths = columns.map(({ title }, index) =>
    rows.reduce((width, row) => Math.max(width, (row[index] ?? '').length), title.length),
  );
  const line = (cells: readonly string[]): string =>
    columns
      .map(({ align }, index) => {
        const [cell, width] = [cells[index] ?? '', widths[index] ?? 0];
        return align === 'right' ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  return [
    line(columns.map(({ title }) => title)),
    line(widths.map((width) => '─'.repeat(width))),
    ...rows.map(line),
  ];
}

export interface ItemColumn<Item> extends Column {
  readonly cell: (item: Item) => string;
}

/** Formats a table with one line per item. */
export function itemLines<Item>(columns: readonly ItemColumn<Item>[], items: readonly Item[]): string[] {
  return tableLines(
    columns,
    items.map((item) => columns.map(({ cell }) => cell(item))),
  );
}

/** Says that there are more lines than shown. The shown lines begin at `from`; without it, they are the newest. */
export function moreLines(shown: readonly { readonly position: number }[], from: number | undefined): string {
  if (from === undefined) return "Older lines aren't shown; use a higher --limit, or --from, to see them.";
  return `More lines follow; continue with --from ${(shown.at(-1)?.position ?? from) + 1}.`;
}

/** Formats findings as a table. */
export function findingLines(findings: readonly Finding[]): string[] {
  return itemLines(FINDING_COLUMNS, findings);
}

const FINDING_COLUMNS: readonly ItemColumn<Finding>[] = [
  { title: 'position', align: 'right', cell: ({ position }) => String(position ?? '-') },
  { title: 'check', cell: ({ check }) => check },
  { title: 'problem', cell: ({ message }) => message },
];

/**
 * Formats cents as dollars, or null as a dash. A tampered table can contain a number that is not a valid amount; that
 * number is printed in cents.
 */
export function usd(cents: number | null): string {
  if (cents === null) return '-';
  return Number.isSafeInteger(cents) ? formatUsd(cents) : `${cents} cents`;
}

export function pluralize(count: number, noun: string): string {
  const [one = noun, many = `${noun}s`] = noun.split('|');
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** Formats a time in ISO 8601, or an invalid time as text. */
export function isoTime(time: Date): string {
  return Number.isNaN(time.getTime()) ? 'invalid time' : time.toISOString();
}

/** Says when the event at a place in the log was recorded. */
export function recordedText({ position, recordedAt }: { position: number; recordedAt: Date }): string {
  return position === 0 ? 'before the first event' : `recorded ${isoTime(recordedAt)}`;
}

/** A replacer that prints Buffers in hexadecimal. It gets the result of their `toJSON`, `{ type: 'Buffer', data }`. */
function buffersAsHex(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('type' in value) || value.type !== 'Buffer')
    return value;
  return 'data' in value ? Buffer.from(value.data as number[]).toString('hex') : value;
}
