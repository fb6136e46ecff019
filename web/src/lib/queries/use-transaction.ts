import { skipToken, useQuery } from '@tanstack/react-query';
import { unwrap, api } from '../api/client';
import { POLL_TRANSACTIONS_MS } from '../constants';
import { QUERY_KEYS } from './query-keys';

/**
 * One transaction with its timeline. Polled as often as the list of transactions, until a request fails. Without an id,
 * the query stays pending.
 */
export function useTransaction(id: string | null) {
  return useQuery({
    queryKey: [...QUERY_KEYS.transaction, id],
    queryFn:
      id === null ? skipToken : () => unwrap(api.GET('/api/transactions/{id}', { params: { path: { id } } })),
    refetchInterval: (query) => (query.state.status === 'error' ? false : POLL_TRANSACTIONS_MS),
    staleTime: 0,
  });
}
