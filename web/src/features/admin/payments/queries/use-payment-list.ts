import { isOpenStatus } from '@moniker/common/transactions.js';
import type { TransactionListQuery } from '@/lib/api/types';
import { hrefWith } from '@/lib/list/href-with';
import { toQueryParams, useUrlFilters, type Filters } from '@/lib/list/use-url-filters';
import { usePagedList } from '@/lib/list/use-paged-list';
import type { PaymentCalls } from './payment-calls';

const FILTERS = ['search', 'status', 'kind', 'from', 'to', 'sort'] as const;
type PaymentFilterName = (typeof FILTERS)[number];

/** Whether these filters allow sorting by amount. Like the API, requires an open status or a search. */
export function canSortByAmount({
  status,
  search,
}: Pick<Filters<PaymentFilterName>, 'status' | 'search'>): boolean {
  return status === 'open' || isOpenStatus(status) || search !== '';
}

/** A list of payments with its filters in the URL, and the CSV download of the same rows. */
export function usePaymentList<Row>({
  path,
  queryKey,
  read,
  saved,
}: Pick<PaymentCalls<Row, never>, 'path' | 'queryKey' | 'read' | 'saved'>) {
  const { filters, isFiltered, set, apply, clear, bind } = useUrlFilters(FILTERS);
  const sort = filters.sort === 'largest' && !canSortByAmount(filters) ? '' : filters.sort;
  const query = toQueryParams({ ...filters, sort });
  const list = usePagedList<Row>([...queryKey, 'list', query], (cursor) =>
    // The cast is safe: the API rejects invalid values from the URL and names the field.
    read({ ...query, ...(cursor === undefined ? {} : { cursor }) } as TransactionListQuery),
  );
  return {
    filters: { ...filters, sort },
    setFilters: set,
    bindFilter: bind,
    /** Props of `ListPanel`. */
    panel: {
      list,
      isFiltered,
      onClearFilters: clear,
      saved: { list: saved, current: query, onApply: apply },
      csvHref: hrefWith(`${path}.csv`, query),
    },
  };
}

export type PaymentListState = ReturnType<typeof usePaymentList<unknown>>;
