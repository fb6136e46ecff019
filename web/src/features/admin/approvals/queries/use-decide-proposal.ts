import { useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import type { Proposal } from '@/lib/api/types';
import { useMutation } from '@/lib/queries/use-mutation';

export type ProposalDecision = 'approve' | 'reject' | 'withdraw';

/** Approves the proposal as shown, with a passkey signature if the policy requires one (APR-30). */
async function approve(proposal: Proposal): Promise<Proposal> {
  const { id, digest } = proposal;
  const params = { path: { id } };
  if (!proposal.isToBeSigned)
    return unwrap(api.POST('/api/admin/proposals/{id}/approve', { params, body: { digest } }));
  const { signApproval } = await import('@/lib/sign-with-passkey');
  const signature = await signApproval(proposal);
  return unwrap(api.POST('/api/admin/proposals/{id}/approve', { params, body: { digest, signature } }));
}

/**
 * Approves, rejects or withdraws a proposal. An approval includes the digest of what the admin saw (APR-3). No
 * idempotency key is sent: the same decision by the same admin counts as a repeat, even from a reopened dialog
 * (APR-10).
 */
export function useDecideProposal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ proposal, decision }: { proposal: Proposal; decision: ProposalDecision }) => {
      const params = { path: { id: proposal.id } };
      if (decision === 'reject') return unwrap(api.POST('/api/admin/proposals/{id}/reject', { params }));
      if (decision === 'withdraw') return unwrap(api.POST('/api/admin/proposals/{id}/withdraw', { params }));
      return approve(proposal);
    },
    // An approval may change any list in the panel.
    onSettled: () => void client.invalidateQueries(),
  });
}
