import { useMutation, useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

export const MARK_READ_MUTATION_KEY = ['read-notifications'] as const;

/** Marks the notifications as read up to the newest that was shown. */
export function useMarkNotificationsRead() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: MARK_READ_MUTATION_KEY,
    mutationFn: (upTo: number) => unwrap(api.POST('/api/notifications/read', { body: { upTo } })),
    // A poll that is under way would bring back the count from before.
    onMutate: () => client.cancelQueries({ queryKey: QUERY_KEYS.notifications }),
    onSuccess: (notifications) => client.setQueryData(QUERY_KEYS.notifications, notifications),
  });
}
