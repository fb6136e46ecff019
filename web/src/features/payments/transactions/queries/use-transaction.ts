import { useQuery } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { POLL_TRANSACTIONS_MS } from '@/lib/constants';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

/** One transaction with its timeline. Polled as often as the list below it, until a request fails. */
export function useTransaction(id: string) {
  return useQuery({
    queryKey: [...QUERY_KEYS.transaction, id],
    queryFn: () => unwrap(api.GET('/api/transactions/{id}', { params: { path: { id } } })),
    refetchInterval: (query) => (query.state.status === 'error' ? false : POLL_TRANSACTIONS_MS),
    staleTime: 0,
  });
}
