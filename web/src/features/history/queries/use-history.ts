import { unwrap, api } from '@/lib/api/client';
import { usePagedList } from '@/lib/list/use-paged-list';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { toSearchParams, type HistoryFilters } from '../history-filters';

/** The history page by page, newest first; a page is asked for with the cursor of the one before it. */
export function useHistory(filters: HistoryFilters) {
  const baseQuery = Object.fromEntries(toSearchParams(filters));
  const readPage = (cursor: string | undefined) => {
    const query = { ...baseQuery, ...(cursor === undefined ? {} : { cursor }) };
    return unwrap(api.GET('/api/transactions', { params: { query } }));
  };
  return usePagedList([...QUERY_KEYS.transactionHistory, baseQuery], readPage, { staleTime: 0 });
}
