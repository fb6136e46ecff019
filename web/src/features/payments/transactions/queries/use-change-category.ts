import { useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { useMutation } from '@/lib/queries/use-mutation';

export type CategoryChange = RequestBody<'/api/transactions/{id}/category', 'put'>;

/** Changes the category of a transaction, or of all transfers to its recipient (TRF-87). */
export function useChangeCategory(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CategoryChange) =>
      unwrap(api.PUT('/api/transactions/{id}/category', { params: { path: { id } }, body })),
    onSuccess: (changed) => client.setQueryData([...QUERY_KEYS.transaction, id], changed),
    onSettled: () =>
      void invalidateQueries(client, [
        QUERY_KEYS.transaction,
        QUERY_KEYS.recentTransactions,
        QUERY_KEYS.transactionHistory,
        QUERY_KEYS.recipients,
      ]),
  });
}
