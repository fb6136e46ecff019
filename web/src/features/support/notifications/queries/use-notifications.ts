import { useQuery } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { POLL_NOTIFICATIONS_MS } from '@/lib/constants';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { useInvalidateOnChange } from '@/lib/queries/use-invalidate-on-change';
import { useInvalidateAfterMutations } from '@/lib/queries/use-invalidate-after-mutations';
import { MARK_READ_MUTATION_KEY } from './use-mark-notifications-read';

/** Refetched when the notifications change, because a new request for money is a notification too (NTF-4). */
const DEPENDENT = [QUERY_KEYS.moneyRequests];

/**
 * The customer's notifications (NTF-1). They are polled, and refetched after each successful mutation in this tab,
 * except the one that marks them as read.
 */
export function useNotifications() {
  useInvalidateAfterMutations(
    QUERY_KEYS.notifications,
    ({ options }, outcome) => outcome === 'success' && options.mutationKey !== MARK_READ_MUTATION_KEY,
  );
  const query = useQuery({
    queryKey: QUERY_KEYS.notifications,
    queryFn: () => unwrap(api.GET('/api/notifications')),
    refetchInterval: POLL_NOTIFICATIONS_MS,
  });
  useInvalidateOnChange(query.data, DEPENDENT);
  return query;
}
