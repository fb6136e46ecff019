import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

/** The total at the end of each of the last `days` bank days, including today (ACC-13). */
export function useBalanceHistory(days: number) {
  return useQuery({
    queryKey: [...QUERY_KEYS.balanceHistory, days],
    queryFn: () => unwrap(api.GET('/api/account/balance-history', { params: { query: { days } } })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
