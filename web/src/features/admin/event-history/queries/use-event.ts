import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

/**
 * One event with its context. The API recomputes the hash on each request, so the event is refetched whenever it is
 * opened.
 */
export function useEvent(position: number) {
  return useQuery({
    queryKey: [...QUERY_KEYS.adminEventHistory, 'event', position],
    queryFn: () =>
      unwrap(api.GET('/api/admin/event-history/events/{position}', { params: { path: { position } } })),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}
