import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import type { Body } from '@/lib/api/types';
import { useIdempotencyKey } from '@/lib/idempotency';
import { KEYS } from '@/lib/queries/keys';
import { refresh } from '@/lib/queries/refresh';

type Input = { id: string; body: Body<'/api/admin/incoming-payments/{id}', 'put'> };

/** Moves an incoming payment to another status; completing one credits the customer. */
export function useUpdateIncomingPayment() {
  const client = useQueryClient();
  const idempotency = useIdempotencyKey();
  return useMutation({
    mutationFn: (input: Input) =>
      answerOf(
        api.PUT('/api/admin/incoming-payments/{id}', {
          params: { path: { id: input.id } },
          headers: { 'Idempotency-Key': idempotency.keyFor(input) },
          body: input.body,
        }),
      ),
    onSuccess: () => {
      idempotency.settle();
      void refresh(client, [
        KEYS.adminIncomingPayments,
        KEYS.adminTransactions,
        KEYS.adminUsers,
        KEYS.adminStats,
        KEYS.accountSummary,
        KEYS.recentTransactions,
      ]);
    },
  });
}
