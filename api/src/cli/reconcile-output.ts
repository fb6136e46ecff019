import type { CsvColumns } from '../http/csv.js';
import type { ReconcileItem, ReconcileTotals } from '../ledger/audit/ledger-audit.js';
import { type ItemColumn, itemLines, pluralize, tableLines, usd } from './output.js';

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
    ...(differences.length > 0
      ? ['', ...itemLines(DIFFERENCE_COLUMNS, differences.slice(0, MAX_LISTED_DIFFERENCES))]
      : []),
    ...(more > 0 ? [`… and ${pluralize(more, 'more difference')}; use --format csv or --json.`] : []),
  ];
}

function countLines({ counts }: ReconcileTotals): string[] {
  return tableLines(
    [{ title: 'result' }, { title: 'count', align: RIGHT }],
    Object.entries(counts).map(([result, count]) => [result, count.toLocaleString('en-US')]),
  );
}

const DIFFERENCE_COLUMNS: readonly ItemColumn<ReconcileItem>[] = [
  { title: 'result', cell: ({ result }) => result },
  { title: 'reference', cell: itemReference },
  { title: 'position', align: RIGHT, cell: ({ movement }) => String(movement?.position ?? '') },
  { title: 'ledger day', cell: ({ movement }) => movement?.day ?? '' },
  { title: 'ledger', align: RIGHT, cell: ({ movement }) => (movement ? usd(movement.amountCents) : '') },
  { title: 'line', align: RIGHT, cell: ({ row }) => String(row?.line ?? '') },
  { title: 'bank day', cell: ({ row }) => row?.day ?? '' },
  { title: 'bank', align: RIGHT, cell: ({ row }) => (row ? usd(row.amountCents) : '') },
];

function itemReference({ movement, row }: ReconcileItem): string {
  return movement?.transactionId ?? row?.reference ?? '';
}

/** The CSV columns. Cells of a missing ledger movement or bank row are empty. */
export const RECONCILE_COLUMNS: CsvColumns<ReconcileItem> = {
  result: ({ result }) => result,
  reference: itemReference,
  position: ({ movement }) => String(movement?.position ?? ''),
  kind: ({ movement }) => movement?.kind ?? null,
  reversal: ({ movement }) => (movement === null ? '' : String(movement.isReversal)),
  ledger_date: ({ movement }) => movement?.day ?? null,
  ledger_amount: ({ movement }) => movement && { cents: movement.amountCents },
  bank_line: ({ row }) => String(row?.line ?? ''),
  bank_date: ({ row }) => row?.day ?? null,
  bank_amount: ({ row }) => row && { cents: row.amountCents },
};
