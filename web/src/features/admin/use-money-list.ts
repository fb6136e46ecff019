import type { MoneyQuery } from '@/lib/api/types';
import { asQuery, useAddressFilters, type Filters } from '@/lib/list/use-address-filters';
import { usePages, type Page } from '@/lib/list/use-pages';

const FILTERS = ['search', 'status', 'kind', 'from', 'to', 'sort'] as const;
export type MoneyFilter = (typeof FILTERS)[number];

const OPEN = new Set(['open', 'pending', 'processing', 'initiated', 'in_review']);

/** The largest first are found among what is open or was searched for, not among everything there ever was. */
export function canSortByAmount({
  status,
  search,
}: Pick<Filters<MoneyFilter>, 'status' | 'search'>): boolean {
  return OPEN.has(status) || search !== '';
}

/** A list of transactions with its filters in the address, and the address of the same rows as a file. */
export function useMoneyList<Row>(
  path: string,
  queryKey: readonly string[],
  read: (query: MoneyQuery) => Promise<Page<Row>>,
) {
  const { filters, isFiltered, set, clear } = useAddressFilters(FILTERS);
  const sort = filters.sort === 'largest' && !canSortByAmount(filters) ? '' : filters.sort;
  const query = asQuery({ ...filters, sort });
  const list = usePages<Row>([...queryKey, query], (cursor) =>
    // Whatever else an address may hold is refused by the API, by name.
    read({ ...query, ...(cursor === undefined ? {} : { cursor }) } as MoneyQuery),
  );
  const csvHref = `${path}.csv?${new URLSearchParams(query).toString()}`;
  return { list, filters: { ...filters, sort }, isFiltered, setFilters: set, clearFilters: clear, csvHref };
}

export type MoneyList<Row> = ReturnType<typeof useMoneyList<Row>>;
