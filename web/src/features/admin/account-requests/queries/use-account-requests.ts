import { answerOf, api } from '@/lib/api/client';
import type { Query } from '@/lib/api/types';
import { usePages } from '@/lib/list/use-pages';
import { KEYS } from '@/lib/queries/keys';

/** The account requests that match, page by page; the server refuses filters that it does not know. */
export function useAccountRequests(filters: Readonly<Record<string, string>>) {
  return usePages([...KEYS.adminAccountRequests, filters], (cursor) =>
    answerOf(
      api.GET('/api/admin/account-requests', {
        params: {
          query: { ...(filters as Query<'/api/admin/account-requests'>), ...(cursor && { cursor }) },
        },
      }),
    ),
  );
}
