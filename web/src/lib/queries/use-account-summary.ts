import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import { KEYS } from './keys';

/** Balances, account request and KYC; always stale, refetched on mount (spec.md §4). */
export function useAccountSummary() {
  return useQuery({
    queryKey: KEYS.accountSummary,
    queryFn: () => answerOf(api.GET('/api/account/summary')),
    staleTime: 0,
    refetchOnMount: 'always',
  });
}
