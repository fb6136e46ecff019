import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import { KEYS } from '@/lib/queries/keys';

export const READ_NOTIFICATIONS = ['read-notifications'] as const;

/** Marks the notifications as read up to the newest that was shown. */
export function useReadNotifications() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: READ_NOTIFICATIONS,
    mutationFn: (upTo: number) => answerOf(api.POST('/api/notifications/read', { body: { upTo } })),
    // A poll that is under way would bring back the count from before.
    onMutate: () => client.cancelQueries({ queryKey: KEYS.notifications }),
    onSuccess: (notifications) => client.setQueryData(KEYS.notifications, notifications),
  });
}
