import { useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import type { Proposal } from '@/lib/api/types';
import { useMutation } from '@/lib/queries/use-mutation';

export type ProposalDecision = 'approve' | 'reject' | 'withdraw';

/**
 * Decides a proposal. An approval names the digest of what the admin saw (APR-3). No key is sent: the same decision of the
 * same admin counts as a repeat, also from a dialog that was opened again (APR-10).
 */
export function useDecideProposal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ proposal, decision }: { proposal: Proposal; decision: ProposalDecision }) => {
      const params = { path: { id: proposal.id } };
      if (decision === 'reject') return unwrap(api.POST('/api/admin/proposals/{id}/reject', { params }));
      if (decision === 'withdraw') return unwrap(api.POST('/api/admin/proposals/{id}/withdraw', { params }));
      const body = { digest: proposal.digest };
      return unwrap(api.POST('/api/admin/proposals/{id}/approve', { params, body }));
    },
    // An approval may change every list of the panel.
    onSettled: () => void client.invalidateQueries(),
  });
}
