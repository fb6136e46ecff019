import type { QueryKey } from '@tanstack/react-query';
import type { FilteredList } from '@/lib/api/types';
import { hrefWith } from '@/lib/list/href-with';
import { usePagedList, type Page } from '@/lib/list/use-paged-list';
import { toQueryParams, useUrlFilters } from '@/lib/list/use-url-filters';

/** A list in the admin panel with filters, a sort order, saved filters and an export. */
export type AdminList<Row, Query, Name extends string> = {
  /** Path of the list. Its export has the same path with `.csv` appended. */
  path: string;
  queryKey: QueryKey;
  read: (query: Query) => Promise<Page<Row>>;
  /** The name under which the list's filters are saved. */
  saved: FilteredList;
  filters: readonly Name[];
};

/** Reads a list with the filters and the order from the URL. Clearing the filters keeps the order. */
export function useAdminList<Row, Query, Name extends string>({
  path,
  queryKey,
  read,
  saved,
  filters: names,
}: AdminList<Row, Query, Name>) {
  const { filters, isFiltered, clear, bind } = useUrlFilters(names);
  const order = useUrlFilters(['sort']);
  const { apply } = useUrlFilters([...names, 'sort']);
  const query: Record<string, string> = { ...toQueryParams(filters), ...toQueryParams(order.filters) };
  const list = usePagedList([...queryKey, 'list', query], (cursor) =>
    // The cast is safe: the API rejects invalid values from the URL and names the field.
    read({ ...query, ...(cursor && { cursor }) } as Query),
  );
  return {
    bind,
    bindSort: () => order.bind('sort'),
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

/** The controls of an admin list's filters. */
export type FilterControls<Name extends string> = Pick<
  ReturnType<typeof useAdminList<unknown, unknown, Name>>,
  'bind' | 'bindSort'
>;
