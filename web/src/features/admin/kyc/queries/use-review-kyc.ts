import { useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import type { AdminKyc } from '@/lib/api/types';
import { useIdempotencyKeys } from '@/lib/idempotency-keys';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { useMutation } from '@/lib/queries/use-mutation';
import type { IdempotencyHeaders } from '../../use-money-mutation';

export type KycReview =
  | { action: 'approve'; notes: string }
  | { action: 'reject'; notes: string; documents: AdminKyc['documents'][number]['kind'][] }
  | { action: 'reset' };

/** Approves, rejects or resets an application. Each sends the revision that the admin saw. */
export function useReviewKyc({ id, revision }: AdminKyc) {
  const client = useQueryClient();
  const idempotency = useIdempotencyKeys();
  return useMutation({
    mutationFn: (review: KycReview) => {
      const headers = { 'Idempotency-Key': idempotency.keyFor([id, revision, review]) };
      return unwrap(callFor(id, revision, review, headers));
    },
    onSuccess: (_, review) => idempotency.settle([id, revision, review]),
    // Also after an error: the data on screen may be outdated.
    onSettled: () =>
      void invalidateQueries(client, [
        QUERY_KEYS.adminKycApplications,
        QUERY_KEYS.adminAccountRequests,
        QUERY_KEYS.adminUsers,
        QUERY_KEYS.accountSummary,
        QUERY_KEYS.kycStatus,
      ]),
  });
}

function callFor(id: string, expectedRevision: number, review: KycReview, headers: IdempotencyHeaders) {
  const params = { path: { id } };
  switch (review.action) {
    case 'approve':
      return api.PUT('/api/admin/kyc/{id}/approve', {
        params,
        headers,
        body: { notes: review.notes, expectedRevision },
      });
    case 'reject': {
      const { notes, documents } = review;
      const body = { notes, expectedRevision, ...(documents.length > 0 && { documents }) };
      return api.PUT('/api/admin/kyc/{id}/reject', { params, headers, body });
    }
    case 'reset':
      return api.PUT('/api/admin/kyc/{id}/reset', { params, headers, body: { expectedRevision } });
  }
}
