import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import { KEYS } from '@/lib/queries/keys';

export type BalanceMoment = { day?: string; position?: string };

/** What an account had at a moment, and the entries that led to it. */
export function useBalanceAt(account: string, moment: BalanceMoment) {
  return useQuery({
    queryKey: [...KEYS.adminEventHistory, 'balance', account, moment],
    queryFn: () =>
      answerOf(
        api.GET('/api/admin/event-history/accounts/{account}/balance', {
          params: { path: { account }, query: moment },
        }),
      ),
    enabled: account !== '',
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}
