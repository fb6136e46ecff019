import type { Transaction } from './api/types';

/** The filters of the dashboard's payments history (DASH-8). */
export const STATUS_FILTERS = ['all', 'completed', 'pending', 'processing', 'failed'] as const;
export const TYPE_FILTERS = ['all', 'incoming', 'outgoing'] as const;

export type TransactionFilters = { search: string; status: string; type: string };

export const NO_FILTERS: TransactionFilters = { search: '', status: 'all', type: 'all' };

/** The active filters as search parameters, for the URL and for the API. */
export function filterParams({ search, status, type }: TransactionFilters): URLSearchParams {
  const params = new URLSearchParams();
  if (search.trim()) params.set('search', search.trim());
  if (status !== 'all') params.set('status', status);
  if (type !== 'all') params.set('type', type);
  return params;
}

/** Credits and incoming payments are incoming; every other type is treated as outgoing (TXN-3). */
export function isIncoming({ type }: Pick<Transaction, 'type'>): boolean {
  return type === 'credit' || type === 'incoming_payment';
}
