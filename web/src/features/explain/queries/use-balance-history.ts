import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import { KEYS } from '@/lib/queries/keys';

/** The total at the end of each of the last bank days, today included. */
export function useBalanceHistory(days: number) {
  return useQuery({
    queryKey: [...KEYS.balanceHistory, days],
    queryFn: () => answerOf(api.GET('/api/account/balance-history', { params: { query: { days } } })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
