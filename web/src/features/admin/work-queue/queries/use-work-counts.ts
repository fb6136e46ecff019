import { useQuery } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { POLL_WORK_QUEUE_MS } from '@/lib/constants';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

/**
 * The number of waiting items, in total and by kind. Only `WorkQueueUpdates` polls these numbers, for all screens
 * (ADM-32).
 */
export function useWorkCounts({ isPolling = false } = {}) {
  return useQuery({
    queryKey: [...QUERY_KEYS.adminWorkQueue, 'counts'],
    queryFn: () => unwrap(api.GET('/api/admin/work-queue/counts')),
    ...(isPolling && { refetchInterval: POLL_WORK_QUEUE_MS }),
  });
}
