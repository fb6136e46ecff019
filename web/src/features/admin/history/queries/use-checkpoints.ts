import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import { KEYS } from '@/lib/queries/keys';
import { refresh } from '@/lib/queries/refresh';

/** The signed checkpoints of the ledger, newest first. */
export function useCheckpoints() {
  return useQuery({
    queryKey: KEYS.adminCheckpoints,
    queryFn: () => answerOf(api.GET('/api/admin/checkpoints')),
  });
}

export function useTakeCheckpoint() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => answerOf(api.POST('/api/admin/checkpoints')),
    onSuccess: () => refresh(client, [KEYS.adminCheckpoints]),
  });
}
