import { unwrap, api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { useIdempotentMutation } from '@/lib/queries/use-idempotent-mutation';

type Input = { id: string; body: RequestBody<'/api/admin/account-requests/{id}', 'put'> };

export function useDecideAccountRequest() {
  return useIdempotentMutation(
    ({ id, body }: Input, headers) =>
      unwrap(api.PUT('/api/admin/account-requests/{id}', { params: { path: { id } }, headers, body })),
    {
      invalidates: [
        QUERY_KEYS.adminAccountRequests,
        QUERY_KEYS.adminUsers,
        QUERY_KEYS.adminStats,
        QUERY_KEYS.accountSummary,
        QUERY_KEYS.kycStatus,
      ],
    },
  );
}
