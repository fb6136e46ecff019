import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import { KEYS } from '@/lib/queries/keys';
import { queryOf, type HistoryFilters } from '../filters';

/** The history page by page, newest first; a page is asked for with the cursor of the one before it. */
export function useHistory(filters: HistoryFilters) {
  const asked = Object.fromEntries(queryOf(filters));
  return useInfiniteQuery({
    queryKey: [...KEYS.transactionHistory, asked],
    queryFn: ({ pageParam, signal }) =>
      answerOf(
        api.GET('/api/transactions', {
          params: { query: { ...asked, ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    // What is shown stays until the answer to a changed filter is there.
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
