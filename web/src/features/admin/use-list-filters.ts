import { toQueryParams, useUrlFilters } from '@/lib/list/use-url-filters';

/** Filters and sort order of an admin list, kept in the URL. Clearing the filters keeps the order. */
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
