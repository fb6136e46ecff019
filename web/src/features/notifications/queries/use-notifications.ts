import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { answerOf, api } from '@/lib/api/client';
import { POLL_NOTIFICATIONS_MS } from '@/lib/constants';
import { KEYS } from '@/lib/queries/keys';
import { refresh } from '@/lib/queries/refresh';
import { READ_NOTIFICATIONS } from './use-read-notifications';

/** What has happened on the customer's account; polled, and asked for again after whatever the customer does. */
export function useNotifications() {
  const client = useQueryClient();
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success') return;
        if (event.mutation.options.mutationKey === READ_NOTIFICATIONS) return;
        void refresh(client, [KEYS.notifications]);
      }),
    [client],
  );
  return useQuery({
    queryKey: KEYS.notifications,
    queryFn: () => answerOf(api.GET('/api/notifications')),
    refetchInterval: POLL_NOTIFICATIONS_MS,
  });
}
