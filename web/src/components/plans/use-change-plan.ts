import { useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { useMutation } from '@/lib/queries/use-mutation';
import { PLANS_KEY } from '@/lib/queries/use-plans';

export type PlanChange = RequestBody<'/api/plans/{id}/change', 'post'>;

/**
 * Pauses, resumes or ends a plan, skips its next transfer, or undoes a skip (TRF-128, TRF-181). Stores the returned
 * list, or reloads it after a failure.
 */
export function useChangePlan(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PlanChange) =>
      unwrap(api.POST('/api/plans/{id}/change', { params: { path: { id } }, body })),
    onSuccess: (plans) => client.setQueryData(PLANS_KEY, plans),
    onError: () => invalidateQueries(client, [PLANS_KEY]),
  });
}
