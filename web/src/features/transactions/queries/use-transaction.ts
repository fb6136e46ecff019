import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import { POLL_TRANSACTIONS_MS } from '@/lib/constants';
import { KEYS } from '@/lib/queries/keys';

/** One transaction with its history; asked for as often as the list below it, until it fails. */
export function useTransaction(id: string) {
  return useQuery({
    queryKey: [...KEYS.transaction, id],
    queryFn: () => answerOf(api.GET('/api/transactions/{id}', { params: { path: { id } } })),
    refetchInterval: (query) => (query.state.status === 'error' ? false : POLL_TRANSACTIONS_MS),
    staleTime: 0,
  });
}
