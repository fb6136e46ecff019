import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

export type PointInTime = { day?: string; position?: string };

/** An account's balance at a point in time, and the entries that led to it. */
export function useBalanceAt(account: string, pointInTime: PointInTime) {
  return useQuery({
    queryKey: [...QUERY_KEYS.adminEventHistory, 'balance', account, pointInTime],
    queryFn: () =>
      unwrap(
        api.GET('/api/admin/event-history/accounts/{account}/balance', {
          params: { path: { account }, query: pointInTime },
        }),
      ),
    enabled: account !== '',
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}
