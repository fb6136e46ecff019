import { useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { useIdempotencyKeys } from '@/lib/idempotency-keys';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { useMutation } from '@/lib/queries/use-mutation';

/** Submits the application, which creates a KYC record and an account request (KYC-1). */
export function useCreateKyc() {
  const client = useQueryClient();
  const idempotency = useIdempotencyKeys();
  return useMutation({
    mutationFn: (body: RequestBody<'/api/kyc/create', 'post'>) =>
      unwrap(api.POST('/api/kyc/create', { headers: { 'Idempotency-Key': idempotency.keyFor(body) }, body })),
    onSuccess: (_, body) => {
      idempotency.settle(body);
      void invalidateQueries(client, [QUERY_KEYS.kycStatus, QUERY_KEYS.accountSummary]);
    },
  });
}
