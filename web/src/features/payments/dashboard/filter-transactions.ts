import { searchKey } from '@moniker/common/search-key.js';
import type { Transaction } from '@/lib/api/types';
import { isIncoming, type TransactionFilters } from '@/lib/transactions';

/** Applies the search and the filters to the loaded payments (DASH-8). */
export function filterTransactions(rows: readonly Transaction[], filters: TransactionFilters): Transaction[] {
  const words = searchKey(filters.search.trim());
  return rows.filter((row) => {
    const isTypeMatch = filters.type === 'all' || (filters.type === 'incoming') === isIncoming(row);
    const isStatusMatch = filters.status === 'all' || row.status === filters.status;
    return isTypeMatch && isStatusMatch && (words === '' || textOf(row).includes(words));
  });
}

function textOf(row: Transaction): string {
  return searchKey([row.description, row.amount, row.category ?? '', row.status].join(' '));
}
