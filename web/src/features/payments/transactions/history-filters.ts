import { isBankDay } from '@moniker/common/bank-days.js';
import { TRANSACTION_CATEGORIES } from '@moniker/common/categories.js';
import { MAX_SEARCH_LENGTH } from '@moniker/common/text-lengths.js';
import {
  filterParams,
  NO_FILTERS,
  STATUS_FILTERS,
  TYPE_FILTERS,
  type TransactionFilters,
} from '@/lib/transactions';

/** List filters plus a category and a range of bank days, both ends included. An empty day means no bound. */
export type HistoryFilters = TransactionFilters & { category: string; from: string; to: string };

export const ALL_PAYMENTS: HistoryFilters = { ...NO_FILTERS, category: 'all', from: '', to: '' };

export const CATEGORY_FILTERS: readonly string[] = ['all', ...TRANSACTION_CATEGORIES];

/** “All”, and every status that a customer can see (TXN-3). */
export const HISTORY_STATUSES: readonly string[] = [...STATUS_FILTERS, 'initiated', 'in_review', 'cancelled'];

/** Parses the filters in a query string. Invalid values are ignored. */
export function parseFilters(params: URLSearchParams): HistoryFilters {
  const textOf = (name: string) => params.get(name) ?? '';
  const oneOf = (name: string, choices: readonly string[]) =>
    choices.includes(textOf(name)) ? textOf(name) : 'all';
  const dayOf = (name: string) => (isBankDay(textOf(name)) ? textOf(name) : '');
  return {
    search: textOf('search').slice(0, MAX_SEARCH_LENGTH),
    status: oneOf('status', HISTORY_STATUSES),
    type: oneOf('type', TYPE_FILTERS),
    category: oneOf('category', CATEGORY_FILTERS),
    from: dayOf('from'),
    to: dayOf('to'),
  };
}

/** Serializes filters for the URL and the API. Filters at their default are omitted. */
export function toSearchParams({ category, from, to, ...filters }: HistoryFilters): URLSearchParams {
  const params = filterParams(filters);
  if (category !== 'all') params.set('category', category);
  if (from) params.set('from', from);
  if (to) params.set('to', to);
  return params;
}

/** The filters that differ, with their new values. */
export function changesBetween(before: HistoryFilters, after: HistoryFilters): Partial<HistoryFilters> {
  const names = Object.keys(ALL_PAYMENTS) as (keyof HistoryFilters)[];
  return Object.fromEntries(
    names.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]),
  );
}

/**
 * Applies changed filters to the search parameters, and puts all filters first in a fixed order. Keeps other
 * parameters, such as the open payment's id.
 */
export function withFilters(params: URLSearchParams, changes: Partial<HistoryFilters>): URLSearchParams {
  const next = toSearchParams({ ...parseFilters(params), ...changes });
  for (const [name, value] of params) if (!(name in ALL_PAYMENTS)) next.append(name, value);
  return next;
}
