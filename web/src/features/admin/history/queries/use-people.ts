import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import { KEYS } from '@/lib/queries/keys';

/** Users by part of their name, address or moniker, or by id; none for a text of less than two characters. */
export function usePeople(search: string) {
  const text = search.trim();
  return useQuery({
    queryKey: [...KEYS.adminEventHistory, 'people', text],
    queryFn: () =>
      answerOf(api.GET('/api/admin/event-history/people', { params: { query: { search: text } } })),
    enabled: text.length > 1,
  });
}
