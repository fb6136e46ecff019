import { useQuery } from '@tanstack/react-query';
import { unwrap, api } from '../api/client';
import { QUERY_KEYS } from './query-keys';

/** Balances, account request and KYC status. Always stale and refetched on mount (UI-12). */
export function useAccountSummary() {
  return useQuery({
    queryKey: QUERY_KEYS.accountSummary,
    queryFn: () => unwrap(api.GET('/api/account/summary')),
    staleTime: 0,
    refetchOnMount: 'always',
  });
}
