import { centsToPlain } from '@moniker/common/money.js';
import { type CsvColumn, csvText } from '../http/csv.js';
import type { ReconcileItem, ReconcileTotals } from '../ledger/audit/ledger-audit.js';
import { pluralize, tableLines, usd } from './output.js';

/** Maximum number of listed differences. CSV and JSON contain all of them. */
const MAX_LISTED_DIFFERENCES = 100;
const RIGHT = 'right';

/** Formats a reconciliation for people: verdict, counts, sums and differences. */
export function reconcileLines(
  items: readonly ReconcileItem[],
  totals: ReconcileTotals,
  { from, to }: { readonly from: string; readonly to: string },
): string[] {
  const differences = items.filter(({ result }) => result !== 'matched');
  const verdict = totals.isReconciled
    ? `Settlement matches the bank file from ${from} to ${to}.`
    : `Settlement does NOT match the bank file from ${from} to ${to}: ${pluralize(differences.length, 'difference')}.`;
  const more = differences.length - MAX_LISTED_DIFFERENCES;
  return [
    ...[verdict, '', ...countLines(totals), ''],
    ...[`  ledger      ${usd(totals.ledgerCents)}`, `  bank        ${usd(totals.bankCents)}`],
    `  difference  ${usd(totals.differenceCents)}`,
    ...(differences.length > 0 ? ['', ...differenceLines(differences.slice(0, MAX_LISTED_DIFFERENCES))] : []),
    ...(more > 0 ? [`… and ${pluralize(more, 'more difference')}; use --format csv or --json.`] : []),
  ];
}

function countLines({ counts }: ReconcileTotals): string[] {
  return tableLines(
    [{ title: 'result' }, { title: 'count', align: RIGHT }],
    Object.entries(counts).map(([result, count]) => [result, count.toLocaleString('en-US')]),
  );
}

function differenceLines(differences: readonly ReconcileItem[]): string[] {
  return tableLines(
    [
      ...[{ title: 'result' }, { title: 'reference' }, { title: 'position', align: RIGHT } as const],
      ...[{ title: 'ledger day' }, { title: 'ledger', align: RIGHT } as const],
      ...[
        { title: 'line', align: RIGHT } as const,
        { title: 'bank day' },
        { title: 'bank', align: RIGHT } as const,
      ],
    ],
    differences.map(({ result, movement, row }) => [
      ...[result, movement?.transactionId ?? row?.reference ?? '', String(movement?.position ?? '')],
      ...[movement?.day ?? '', movement === null ? '' : usd(movement.amountCents)],
      ...[String(row?.line ?? ''), row?.day ?? '', row === null ? '' : usd(row.amountCents)],
    ]),
  );
}

/** The CSV columns of an item. A missing side is empty. */
export const RECONCILE_COLUMNS: readonly CsvColumn<ReconcileItem>[] = [
  { name: 'result', cell: ({ result }) => result },
  {
    name: 'reference',
    cell: ({ movement, row }) => csvText(movement?.transactionId ?? row?.reference ?? ''),
  },
  { name: 'position', cell: ({ movement }) => String(movement?.position ?? '') },
  { name: 'kind', cell: ({ movement }) => csvText(movement?.kind ?? '') },
  { name: 'reversal', cell: ({ movement }) => (movement === null ? '' : String(movement.isReversal)) },
  { name: 'ledger_date', cell: ({ movement }) => movement?.day ?? '' },
  {
    name: 'ledger_amount',
    cell: ({ movement }) => (movement === null ? '' : centsToPlain(movement.amountCents)),
  },
  { name: 'bank_line', cell: ({ row }) => String(row?.line ?? '') },
  { name: 'bank_date', cell: ({ row }) => row?.day ?? '' },
  { name: 'bank_amount', cell: ({ row }) => (row === null ? '' : centsToPlain(row.amountCents)) },
];
