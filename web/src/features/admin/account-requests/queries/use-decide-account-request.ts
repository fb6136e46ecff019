import { useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { useIdempotencyKeys } from '@/lib/idempotency-keys';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { useMutation } from '@/lib/queries/use-mutation';

type Input = { id: string; body: RequestBody<'/api/admin/account-requests/{id}', 'put'> };

export function useDecideAccountRequest() {
  const client = useQueryClient();
  const idempotency = useIdempotencyKeys();
  return useMutation({
    mutationFn: (input: Input) => {
      const { id, body } = input;
      const headers = { 'Idempotency-Key': idempotency.keyFor(input) };
      return unwrap(api.PUT('/api/admin/account-requests/{id}', { params: { path: { id } }, headers, body }));
    },
    onSuccess: (_, input) => idempotency.settle(input),
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
