import { useQuery, useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { useMutation } from '@/lib/queries/use-mutation';

/** The approval policy in force (APR-1). */
export function useApprovalPolicy() {
  return useQuery({
    queryKey: QUERY_KEYS.adminApprovalPolicy,
    queryFn: () => unwrap(api.GET('/api/admin/approval-policy')),
  });
}

export function useChangeApprovalPolicy() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestBody<'/api/admin/approval-policy', 'put'>) =>
      unwrap(api.PUT('/api/admin/approval-policy', { body })),
    onSettled: () =>
      void invalidateQueries(client, [QUERY_KEYS.adminApprovalPolicy, QUERY_KEYS.adminProposals]),
  });
}
