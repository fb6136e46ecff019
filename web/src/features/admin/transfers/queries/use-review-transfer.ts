import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import type { Body } from '@/lib/api/types';
import { useIdempotencyKey } from '@/lib/idempotency';
import { KEYS } from '@/lib/queries/keys';
import { refresh } from '@/lib/queries/refresh';

type Input = { id: string; body: Body<'/api/admin/transfer-requests/{id}', 'put'> };

/** Moves an outgoing transfer to another status. */
export function useReviewTransfer() {
  const client = useQueryClient();
  const idempotency = useIdempotencyKey();
  return useMutation({
    mutationFn: (input: Input) =>
      answerOf(
        api.PUT('/api/admin/transfer-requests/{id}', {
          params: { path: { id: input.id } },
          headers: { 'Idempotency-Key': idempotency.keyFor(input) },
          body: input.body,
        }),
      ),
    onSuccess: () => {
      idempotency.settle();
      void refresh(client, [
        KEYS.adminTransferRequests,
        KEYS.adminTransactions,
        KEYS.adminUsers,
        KEYS.adminStats,
        KEYS.accountSummary,
        KEYS.recentTransactions,
      ]);
    },
  });
}
