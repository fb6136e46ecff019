import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

const MAX_SHOWN = 8;

/** The first users that match a search. */
export function useUserSearch(search: string, isEnabled: boolean) {
  return useQuery({
    queryKey: [...QUERY_KEYS.adminUsers, 'search', search],
    queryFn: () =>
      unwrap(
        api.GET('/api/admin/users', {
          params: { query: { sort: 'name', limit: MAX_SHOWN, ...(search && { search }) } },
        }),
      ),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
}
