import { unwrap, api } from '@/lib/api/client';
import type { AdminKyc } from '@/lib/api/types';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { type IdempotencyHeaders, useIdempotentMutation } from '@/lib/queries/use-idempotent-mutation';

export type KycReview =
  | { action: 'approve'; notes: string }
  | { action: 'reject'; notes: string; documents: AdminKyc['documents'][number]['kind'][] }
  | { action: 'reset' };

type Input = Pick<AdminKyc, 'id' | 'revision'> & { review: KycReview };

/** Approves, rejects or resets an application, unless it has changed since the admin loaded it. */
export function useReviewKyc() {
  return useIdempotentMutation((input: Input, headers) => unwrap(callFor(input, headers)), {
    invalidates: [
      QUERY_KEYS.adminKycApplications,
      QUERY_KEYS.adminAccountRequests,
      QUERY_KEYS.adminUsers,
      QUERY_KEYS.accountSummary,
      QUERY_KEYS.kycStatus,
    ],
  });
}

function callFor({ id, revision: expectedRevision, review }: Input, headers: IdempotencyHeaders) {
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
