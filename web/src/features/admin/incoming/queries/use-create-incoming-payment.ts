import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import type { Body } from '@/lib/api/types';
import { useIdempotencyKey } from '@/lib/idempotency';
import { KEYS } from '@/lib/queries/keys';
import { refresh } from '@/lib/queries/refresh';

export function useCreateIncomingPayment() {
  const client = useQueryClient();
  const idempotency = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: Body<'/api/admin/incoming-payments', 'post'>) =>
      answerOf(
        api.POST('/api/admin/incoming-payments', {
          body,
          headers: { 'Idempotency-Key': idempotency.keyFor(body) },
        }),
      ),
    onSuccess: () => {
      idempotency.settle();
      void refresh(client, [
        KEYS.adminIncomingPayments,
        KEYS.adminTransactions,
        KEYS.adminUsers,
        KEYS.adminStats,
      ]);
    },
  });
}
