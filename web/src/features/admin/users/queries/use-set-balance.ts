import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { useIdempotentMutation } from '@/lib/queries/use-idempotent-mutation';

type Input = { userId: string; accountBalance: number; expectedRevision: number; reason?: string };

/** Sets a customer's balance; the ledger posts the difference. */
export function useSetBalance() {
  return useIdempotentMutation(
    ({ userId: id, ...body }: Input, headers) =>
      unwrap(api.PUT('/api/admin/users/{id}/balance', { params: { path: { id } }, headers, body })),
    {
      invalidates: [
        QUERY_KEYS.adminUsers,
        QUERY_KEYS.adminTransactions,
        QUERY_KEYS.adminStats,
        QUERY_KEYS.accountSummary,
        QUERY_KEYS.recentTransactions,
      ],
    },
  );
}
