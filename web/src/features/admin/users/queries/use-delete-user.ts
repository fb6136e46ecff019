import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import { KEYS } from '@/lib/queries/keys';
import { refresh } from '@/lib/queries/refresh';
import { adminUserKey } from '../../use-admin-user';

/** Deletes a user for good. */
export function useDeleteUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => answerOf(api.DELETE('/api/admin/users/{id}', { params: { path: { id } } })),
    onSuccess: (_, id) => {
      client.removeQueries({ queryKey: adminUserKey(id) });
      void refresh(client, [
        [...KEYS.adminUsers, 'list'],
        [...KEYS.adminUsers, 'search'],
        KEYS.adminStats,
        KEYS.adminTransactions,
        KEYS.adminTransferRequests,
        KEYS.adminIncomingPayments,
        KEYS.adminAccountRequests,
        KEYS.adminKycApplications,
      ]);
    },
  });
}
