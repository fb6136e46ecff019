import { useMutation, useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

export const MARK_READ_MUTATION_KEY = ['read-notifications'] as const;

/** Marks notifications as read, up to the newest one on screen (NTF-3). */
export function useMarkNotificationsRead() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: MARK_READ_MUTATION_KEY,
    mutationFn: (upTo: number) => unwrap(api.POST('/api/notifications/read', { body: { upTo } })),
    // The response of a poll in progress would restore the old count.
    onMutate: () => client.cancelQueries({ queryKey: QUERY_KEYS.notifications }),
    onSuccess: (notifications) => client.setQueryData(QUERY_KEYS.notifications, notifications),
  });
}
