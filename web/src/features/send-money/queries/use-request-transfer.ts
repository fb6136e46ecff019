import { useMutation, useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { useIdempotencyKey } from '@/lib/use-idempotency-key';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';

/** Requests a transfer, and invalidates every query that shows its effect (UI-12). */
export function useRequestTransfer() {
  const client = useQueryClient();
  const idempotency = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: RequestBody<'/api/transfer/request', 'post'>) =>
      unwrap(
        api.POST('/api/transfer/request', { body, headers: { 'Idempotency-Key': idempotency.keyFor(body) } }),
      ),
    onSuccess: () => {
      idempotency.settle();
      void invalidateQueries(client, [
        QUERY_KEYS.recentTransactions,
        QUERY_KEYS.accountSummary,
        QUERY_KEYS.adminTransactions,
        QUERY_KEYS.adminUsers,
        QUERY_KEYS.adminStats,
      ]);
    },
  });
}
