import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import { POLL_TRANSACTIONS_MS } from '../constants';
import { KEYS } from './keys';
import { useRefreshOnChange } from './use-refresh-on-change';

const DEPENDENT = [KEYS.accountSummary, KEYS.notifications];

/** The customer's transactions, polled (spec.md §7). When they change, there are new balances and notifications. */
export function useRecentTransactions() {
  const query = useQuery({
    queryKey: KEYS.recentTransactions,
    queryFn: () => answerOf(api.GET('/api/transactions/recent')),
    refetchInterval: POLL_TRANSACTIONS_MS,
    staleTime: 0,
  });
  useRefreshOnChange(query.data, DEPENDENT);
  return query;
}
