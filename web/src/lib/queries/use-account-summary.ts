import { useQuery } from '@tanstack/react-query';
import { unwrap, api } from '../api/client';
import { QUERY_KEYS } from './query-keys';

/** Balances, account request and KYC; always stale, refetched on mount (spec.md §4). */
export function useAccountSummary() {
  return useQuery({
    queryKey: QUERY_KEYS.accountSummary,
    queryFn: () => unwrap(api.GET('/api/account/summary')),
    staleTime: 0,
    refetchOnMount: 'always',
  });
}
