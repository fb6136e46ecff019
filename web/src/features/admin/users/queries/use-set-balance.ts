import { useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { useIdempotencyKeys } from '@/lib/idempotency-keys';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { useMutation } from '@/lib/queries/use-mutation';
import { adminUserKey } from '../../use-admin-user';

type Input = { userId: string; accountBalance: number; expectedRevision: number; reason?: string };

/** Sets a customer's balance; the ledger posts the difference. */
export function useSetBalance() {
  const client = useQueryClient();
  const idempotency = useIdempotencyKeys();
  return useMutation({
    mutationFn: (input: Input) => {
      const { userId, ...body } = input;
      return unwrap(
        api.PUT('/api/admin/users/{id}/balance', {
          params: { path: { id: userId } },
          headers: { 'Idempotency-Key': idempotency.keyFor(input) },
          body,
        }),
      );
    },
    // The balance on screen may be outdated.
    onError: (_, { userId }) => void invalidateQueries(client, [adminUserKey(userId)]),
    onSuccess: (_, input) => {
      idempotency.settle(input);
      void invalidateQueries(client, [
        QUERY_KEYS.adminUsers,
        QUERY_KEYS.adminTransactions,
        QUERY_KEYS.adminStats,
        QUERY_KEYS.accountSummary,
        QUERY_KEYS.recentTransactions,
      ]);
    },
  });
}
