import { unwrap, api } from '@/lib/api/client';
import { usePagedList } from '@/lib/list/use-paged-list';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import type { EventQuery } from '../event-filters';

/** Events that match the filters, newest first. Refetched on each visit, because every action adds events. */
export function useEvents(query: EventQuery) {
  return usePagedList(
    [...QUERY_KEYS.adminEventHistory, 'events', query],
    (cursor) =>
      unwrap(
        api.GET('/api/admin/event-history/events', {
          params: { query: { ...query, ...(cursor && { cursor }) } },
        }),
      ),
    { staleTime: 0 },
  );
}
