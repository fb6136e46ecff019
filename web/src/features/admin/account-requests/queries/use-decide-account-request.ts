import { useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { useMutation } from '@/lib/queries/use-mutation';

type Input = { id: string; body: RequestBody<'/api/admin/account-requests/{id}', 'put'> };

export function useDecideAccountRequest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: Input) =>
      unwrap(api.PUT('/api/admin/account-requests/{id}', { params: { path: { id } }, body })),
    // Also after an error: the row on screen may be outdated.
    onSettled: () =>
      void invalidateQueries(client, [
        QUERY_KEYS.adminAccountRequests,
        QUERY_KEYS.adminUsers,
        QUERY_KEYS.adminStats,
        QUERY_KEYS.accountSummary,
        QUERY_KEYS.kycStatus,
      ]),
  });
}
