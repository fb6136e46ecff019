import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import type { Body } from '@/lib/api/types';
import { useIdempotencyKey } from '@/lib/idempotency';
import { KEYS } from '@/lib/queries/keys';
import { refresh } from '@/lib/queries/refresh';

/** Records an incoming credit for a customer. */
export function useCreditCustomer() {
  const client = useQueryClient();
  const idempotency = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: Body<'/api/admin/transactions', 'post'>) =>
      answerOf(
        api.POST('/api/admin/transactions', {
          body,
          headers: { 'Idempotency-Key': idempotency.keyFor(body) },
        }),
      ),
    onSuccess: () => {
      idempotency.settle();
      void refresh(client, [
        KEYS.adminTransactions,
        KEYS.adminUsers,
        KEYS.adminStats,
        KEYS.accountSummary,
        KEYS.recentTransactions,
      ]);
    },
  });
}
