import { toQueryParams, useUrlFilters } from '@/lib/list/use-url-filters';

/** Filters and order of an admin's list, both in the address; an order is no filter that could be cleared. */
export function useListFilters<Name extends string>(names: readonly Name[]) {
  const { filters, isFiltered, set, clear } = useUrlFilters(names);
  const order = useUrlFilters(['sort']);
  return {
    filters,
    isFiltered,
    set,
    clear,
    sort: order.filters.sort,
    setSort: (sort: string) => order.set({ sort }),
    query: { ...toQueryParams(filters), ...toQueryParams(order.filters) },
  };
}
