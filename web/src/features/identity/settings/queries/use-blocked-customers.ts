import { useQuery, useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import type { ResponseBody } from '@/lib/api/types';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { useMutation } from '@/lib/queries/use-mutation';

export type BlockedCustomer = ResponseBody<'/api/money-requests/blocks', 'get'>[number];

const BLOCKED_CUSTOMERS = ['api', 'money-requests', 'blocks'] as const;

/** Customers whom this customer has blocked from asking for money (TRF-118). */
export function useBlockedCustomers() {
  return useQuery({
    queryKey: BLOCKED_CUSTOMERS,
    queryFn: () => unwrap(api.GET('/api/money-requests/blocks')),
    staleTime: 0,
    refetchOnMount: 'always',
  });
}

/** Lifts a block, and stores the returned list. */
export function useUnblock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(api.DELETE('/api/money-requests/blocks/{id}', { params: { path: { id } } })),
    onSuccess: (blocked) => client.setQueryData(BLOCKED_CUSTOMERS, blocked),
    onError: () => invalidateQueries(client, [BLOCKED_CUSTOMERS]),
  });
}
