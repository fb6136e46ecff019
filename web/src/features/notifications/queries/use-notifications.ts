import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { unwrap, api } from '@/lib/api/client';
import { POLL_NOTIFICATIONS_MS } from '@/lib/constants';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { MARK_READ_MUTATION_KEY } from './use-mark-notifications-read';

/** The customer's notifications (NTF-1), polled and refetched after each mutation by the customer. */
export function useNotifications() {
  const client = useQueryClient();
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success') return;
        if (event.mutation.options.mutationKey === MARK_READ_MUTATION_KEY) return;
        void invalidateQueries(client, [QUERY_KEYS.notifications]);
      }),
    [client],
  );
  return useQuery({
    queryKey: QUERY_KEYS.notifications,
    queryFn: () => unwrap(api.GET('/api/notifications')),
    refetchInterval: POLL_NOTIFICATIONS_MS,
  });
}
