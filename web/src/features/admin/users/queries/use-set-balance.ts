import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import { useIdempotencyKey } from '@/lib/idempotency';
import { KEYS } from '@/lib/queries/keys';
import { refresh } from '@/lib/queries/refresh';

type Input = { userId: string; accountBalance: number; reason?: string };

/** Sets a customer's balance; the ledger records the difference. */
export function useSetBalance() {
  const client = useQueryClient();
  const idempotency = useIdempotencyKey();
  return useMutation({
    mutationFn: (input: Input) => {
      const { userId, ...body } = input;
      return answerOf(
        api.PUT('/api/admin/users/{id}/balance', {
          params: { path: { id: userId } },
          headers: { 'Idempotency-Key': idempotency.keyFor(input) },
          body,
        }),
      );
    },
    onSuccess: () => {
      idempotency.settle();
      void refresh(client, [KEYS.adminUsers, KEYS.adminStats, KEYS.accountSummary, KEYS.recentTransactions]);
    },
  });
}
