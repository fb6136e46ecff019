import { useQuery } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

/** The account's settled entries, with counts and monthly sums. Refetched when the polled transactions change. */
export function useAccountActivity() {
  return useQuery({
    queryKey: QUERY_KEYS.accountActivity,
    queryFn: () => unwrap(api.GET('/api/account/activity')),
    staleTime: 0,
  });
}
