import { useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { useIdempotencyKeys } from '@/lib/idempotency-keys';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { useMutation } from '@/lib/queries/use-mutation';

/**
 * Cancels a pending transfer (TRF-27). Then reloads the transfer, even if the bank refused to cancel it, because a
 * refusal means that the transfer has changed.
 */
export function useCancelTransfer(id: string) {
  const client = useQueryClient();
  const idempotency = useIdempotencyKeys();
  return useMutation({
    mutationFn: () =>
      unwrap(
        api.POST('/api/transfer/{id}/cancel', {
          params: { path: { id } },
          headers: { 'Idempotency-Key': idempotency.keyFor(id) },
        }),
      ),
    onSettled: () =>
      void invalidateQueries(client, [
        [...QUERY_KEYS.transaction, id],
        QUERY_KEYS.recentTransactions,
        QUERY_KEYS.transactionHistory,
        QUERY_KEYS.accountSummary,
        QUERY_KEYS.explanation,
        QUERY_KEYS.balanceHistory,
      ]),
  });
}
