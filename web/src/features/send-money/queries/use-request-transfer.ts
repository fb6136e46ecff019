import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import type { Body } from '@/lib/api/types';
import { useIdempotencyKey } from '@/lib/idempotency';
import { KEYS } from '@/lib/queries/keys';
import { refresh } from '@/lib/queries/refresh';

/** Asks for a transfer; refreshes what spec.md §7 lists. */
export function useRequestTransfer() {
  const client = useQueryClient();
  const idempotency = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: Body<'/api/transfer/request', 'post'>) =>
      answerOf(
        api.POST('/api/transfer/request', { body, headers: { 'Idempotency-Key': idempotency.keyFor(body) } }),
      ),
    onSuccess: () => {
      idempotency.settle();
      void refresh(client, [
        KEYS.recentTransactions,
        KEYS.accountSummary,
        KEYS.adminTransactions,
        KEYS.adminUsers,
        KEYS.adminStats,
      ]);
    },
  });
}
