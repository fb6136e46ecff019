import { useQuery } from '@tanstack/react-query';
import { unwrap, api } from '../api/client';
import { POLL_TRANSACTIONS_MS } from '../constants';
import { QUERY_KEYS } from './query-keys';
import { useInvalidateOnChange } from './use-invalidate-on-change';

const DEPENDENT = [QUERY_KEYS.accountSummary, QUERY_KEYS.accountActivity, QUERY_KEYS.notifications];

/**
 * The customer's recent transactions, if they are needed; polled (UI-11) unless `isPolled` is false. A change also
 * affects balances and notifications.
 */
export function useRecentTransactions(isNeeded = true, { isPolled = true } = {}) {
  const query = useQuery({
    enabled: isNeeded,
    queryKey: QUERY_KEYS.recentTransactions,
    queryFn: () => unwrap(api.GET('/api/transactions/recent')),
    refetchInterval: isPolled && POLL_TRANSACTIONS_MS,
    staleTime: 0,
  });
  useInvalidateOnChange(query.data, DEPENDENT);
  return query;
}
