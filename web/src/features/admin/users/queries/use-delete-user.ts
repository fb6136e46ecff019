import { useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import type { AdminUser } from '@/lib/api/types';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { useIdempotentMutation } from '@/lib/queries/use-idempotent-mutation';
import { adminUserKey } from '../../use-admin-user';

/** Deletes a user. */
export function useDeleteUser() {
  const client = useQueryClient();
  return useIdempotentMutation(
    ({ id, revision }: Pick<AdminUser, 'id' | 'revision'>, headers) =>
      unwrap(
        api.DELETE('/api/admin/users/{id}', {
          params: { path: { id }, query: { expectedRevision: revision } },
          headers,
        }),
      ),
    {
      invalidates: [
        QUERY_KEYS.adminUsers,
        QUERY_KEYS.adminStats,
        QUERY_KEYS.adminTransactions,
        QUERY_KEYS.adminTransferRequests,
        QUERY_KEYS.adminIncomingPayments,
        QUERY_KEYS.adminAccountRequests,
        QUERY_KEYS.adminKycApplications,
      ],
      onSuccess: (_, { id }) => client.removeQueries({ queryKey: adminUserKey(id) }),
    },
  );
}
