import type { AccountBalance } from '../ledger/audit/ledger-audit.js';
import { tableLines, usd } from './output.js';

const RIGHT = 'right';

/** Formats balances as a table. With `withSum`, the last line is the sum. */
export function balanceLines(balances: readonly AccountBalance[], withSum: boolean): string[] {
  const rows = balances.map(({ accountId, name, status, postedCents, heldCents }) => [
    name ?? accountId,
    status,
    usd(postedCents),
    usd(heldCents),
    usd(postedCents - heldCents),
  ]);
  if (withSum)
    rows.push(['sum', '', usd(sumBalances(balances).postedCents), usd(sumBalances(balances).heldCents), '']);
  return tableLines(
    [
      { title: 'account' },
      { title: 'status' },
      { title: 'total', align: RIGHT },
      { title: 'held', align: RIGHT },
      { title: 'available', align: RIGHT },
    ],
    rows,
  );
}

/** Sums balances. Across all accounts, `postedCents` must be zero. */
export function sumBalances(balances: readonly AccountBalance[]): { postedCents: number; heldCents: number } {
  return balances.reduce(
    (sum, { postedCents, heldCents }) => ({
      postedCents: sum.postedCents + postedCents,
      heldCents: sum.heldCents + heldCents,
    }),
    { postedCents: 0, heldCents: 0 },
  );
}
