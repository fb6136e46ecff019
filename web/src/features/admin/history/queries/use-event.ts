import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import { KEYS } from '@/lib/queries/keys';

/** One event with everything around it; each opening recomputes its hash. */
export function useEvent(position: number) {
  return useQuery({
    queryKey: [...KEYS.adminEventHistory, 'event', position],
    queryFn: () =>
      answerOf(api.GET('/api/admin/event-history/events/{position}', { params: { path: { position } } })),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}
