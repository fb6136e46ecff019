import { toQueryParams, useUrlFilters } from '@/lib/list/use-url-filters';

/** Filters and sort order of an admin list, kept in the URL. Clearing the filters keeps the order. */
export function useListFilters<Name extends string>(names: readonly Name[]) {
  const { filters, isFiltered, clear, bind } = useUrlFilters(names);
  const order = useUrlFilters(['sort']);
  const { apply } = useUrlFilters([...names, 'sort']);
  return {
    isFiltered,
    clear,
    apply,
    bind,
    bindSort: () => order.bind('sort'),
    query: { ...toQueryParams(filters), ...toQueryParams(order.filters) },
  };
}
