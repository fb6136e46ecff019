import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import type { AdminKyc } from '@/lib/api/types';
import { KEYS } from '@/lib/queries/keys';
import { refresh } from '@/lib/queries/refresh';

export type KycReview =
  { action: 'approve'; notes: string } | { action: 'reject'; notes: string } | { action: 'reset' };

/** Approves, rejects or reopens an application, as it was when the admin looked at it. */
export function useReviewKyc({ id, revision }: AdminKyc) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (review: KycReview) => answerOf(callFor(id, revision, review)),
    // After a refusal as well: what is on screen is out of date then.
    onSettled: () =>
      void refresh(client, [KEYS.adminKycApplications, KEYS.adminUsers, KEYS.accountSummary, KEYS.kycStatus]),
  });
}

function callFor(id: string, expectedRevision: number, review: KycReview) {
  const params = { path: { id } };
  switch (review.action) {
    case 'approve':
      return api.PUT('/api/admin/kyc/{id}/approve', {
        params,
        body: { notes: review.notes, expectedRevision },
      });
    case 'reject':
      return api.PUT('/api/admin/kyc/{id}/reject', {
        params,
        body: { notes: review.notes, expectedRevision },
      });
    case 'reset':
      return api.PUT('/api/admin/kyc/{id}/reset', { params });
  }
}
