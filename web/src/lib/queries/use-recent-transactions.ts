import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { answerOf, api } from '../api/client';
import { POLL_TRANSACTIONS_MS } from '../constants';
import { KEYS } from './keys';
import { refresh } from './refresh';

/** The customer's transactions, polled (spec.md §7). When they change, there are new balances and notifications. */
export function useRecentTransactions() {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: KEYS.recentTransactions,
    queryFn: () => answerOf(api.GET('/api/transactions/recent')),
    refetchInterval: POLL_TRANSACTIONS_MS,
    staleTime: 0,
  });
  const seen = useRef(query.data);
  useEffect(() => {
    if (seen.current && query.data !== seen.current)
      void refresh(client, [KEYS.accountSummary, KEYS.notifications]);
    seen.current = query.data;
  }, [client, query.data]);
  return query;
}
