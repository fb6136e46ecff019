import { useQuery, useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { useMutation } from '@/lib/queries/use-mutation';

/** The signed checkpoints of the ledger, newest first. */
export function useCheckpoints() {
  return useQuery({
    queryKey: QUERY_KEYS.adminCheckpoints,
    queryFn: () => unwrap(api.GET('/api/admin/checkpoints')),
  });
}

export function useTakeCheckpoint() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/admin/checkpoints')),
    onSuccess: () => invalidateQueries(client, [QUERY_KEYS.adminCheckpoints]),
  });
}
