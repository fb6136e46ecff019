import { unwrap, api } from '@/lib/api/client';
import type { QueryParams } from '@/lib/api/types';
import { usePagedList } from '@/lib/list/use-paged-list';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

/** The account requests that match, page by page; the server refuses filters that it does not know. */
export function useAccountRequests(filters: Readonly<Record<string, string>>) {
  return usePagedList([...QUERY_KEYS.adminAccountRequests, filters], (cursor) =>
    unwrap(
      api.GET('/api/admin/account-requests', {
        params: {
          query: { ...(filters as QueryParams<'/api/admin/account-requests'>), ...(cursor && { cursor }) },
        },
      }),
    ),
  );
}
