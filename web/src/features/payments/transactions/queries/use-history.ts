import { unwrap, api } from '@/lib/api/client';
import { usePagedList } from '@/lib/list/use-paged-list';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { toSearchParams, type HistoryFilters } from '../history-filters';

/** The history, open transactions first and then newest first, loaded page by page with a cursor (TXN-2, TXN-5). */
export function useHistory(filters: HistoryFilters) {
  const baseQuery = Object.fromEntries(toSearchParams(filters));
  const readPage = (cursor: string | undefined) => {
    const query = { ...baseQuery, ...(cursor === undefined ? {} : { cursor }) };
    return unwrap(api.GET('/api/transactions', { params: { query } }));
  };
  return usePagedList([...QUERY_KEYS.transactionHistory, baseQuery], readPage, { staleTime: 0 });
}
