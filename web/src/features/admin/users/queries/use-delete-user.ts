import { useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import type { AdminUser } from '@/lib/api/types';
import { useIdempotencyKeys } from '@/lib/idempotency-keys';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { useMutation } from '@/lib/queries/use-mutation';
import { adminUserKey } from '../../use-admin-user';

/** Deletes a user. */
export function useDeleteUser() {
  const client = useQueryClient();
  const idempotency = useIdempotencyKeys();
  return useMutation({
    mutationFn: ({ id, revision }: AdminUser) =>
      unwrap(
        api.DELETE('/api/admin/users/{id}', {
          params: { path: { id }, query: { expectedRevision: revision } },
          headers: { 'Idempotency-Key': idempotency.keyFor([id, revision]) },
        }),
      ),
    // The data on screen may be outdated.
    onError: (_, { id }) => void invalidateQueries(client, [adminUserKey(id)]),
    onSuccess: (_, { id, revision }) => {
      idempotency.settle([id, revision]);
      client.removeQueries({ queryKey: adminUserKey(id) });
      void invalidateQueries(client, [
        [...QUERY_KEYS.adminUsers, 'list'],
        [...QUERY_KEYS.adminUsers, 'search'],
        QUERY_KEYS.adminStats,
        QUERY_KEYS.adminTransactions,
        QUERY_KEYS.adminTransferRequests,
        QUERY_KEYS.adminIncomingPayments,
        QUERY_KEYS.adminAccountRequests,
        QUERY_KEYS.adminKycApplications,
      ]);
    },
  });
}
