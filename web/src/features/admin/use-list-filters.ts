import { asQuery, useAddressFilters } from '@/lib/list/use-address-filters';

/** Filters and order of an admin's list, both in the address; an order is no filter that could be cleared. */
export function useListFilters<Name extends string>(names: readonly Name[]) {
  const { filters, isFiltered, set, clear } = useAddressFilters(names);
  const order = useAddressFilters(['sort']);
  return {
    filters,
    isFiltered,
    set,
    clear,
    sort: order.filters.sort,
    setSort: (sort: string) => order.set({ sort }),
    query: { ...asQuery(filters), ...asQuery(order.filters) },
  };
}
