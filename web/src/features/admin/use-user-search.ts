import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import { KEYS } from '@/lib/queries/keys';

const MAX_SHOWN = 8;

/** The first few users that a search finds. */
export function useUserSearch(search: string, isWanted: boolean) {
  return useQuery({
    queryKey: [...KEYS.adminUsers, 'search', search],
    queryFn: () =>
      answerOf(
        api.GET('/api/admin/users', {
          params: { query: { sort: 'name', limit: MAX_SHOWN, ...(search && { search }) } },
        }),
      ),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
}
