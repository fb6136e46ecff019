import { useQuery } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

/** Finds users by part of their name, email address or moniker, or by id. Disabled below two characters. */
export function usePeople(search: string) {
  const text = search.trim();
  return useQuery({
    queryKey: [...QUERY_KEYS.adminEventHistory, 'people', text],
    queryFn: () =>
      unwrap(api.GET('/api/admin/event-history/people', { params: { query: { search: text } } })),
    enabled: text.length > 1,
  });
}
