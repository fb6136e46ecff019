import { answerOf, api } from '@/lib/api/client';
import { usePages } from '@/lib/list/use-pages';
import { KEYS } from '@/lib/queries/keys';
import type { EventQuery } from '../event-filters';

/** Events that match, newest first. */
export function useEvents(query: EventQuery) {
  return usePages([...KEYS.adminEventHistory, 'events', query], (cursor) =>
    answerOf(
      api.GET('/api/admin/event-history/events', {
        params: { query: { ...query, ...(cursor && { cursor }) } },
      }),
    ),
  );
}
