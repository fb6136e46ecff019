import { answerOf, api } from '@/lib/api/client';
import type { Query } from '@/lib/api/types';
import { usePages } from '@/lib/list/use-pages';
import { KEYS } from '@/lib/queries/keys';

/** The users that match, page by page; the server refuses filters that it does not know. */
export function useUserList(filters: Readonly<Record<string, string>>) {
  return usePages([...KEYS.adminUsers, 'list', filters], (cursor) =>
    answerOf(
      api.GET('/api/admin/users', {
        params: { query: { ...(filters as Query<'/api/admin/users'>), ...(cursor && { cursor }) } },
      }),
    ),
  );
}
