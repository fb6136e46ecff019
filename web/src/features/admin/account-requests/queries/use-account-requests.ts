import { unwrap, api } from '@/lib/api/client';
import type { QueryParams } from '@/lib/api/types';
import { usePagedList } from '@/lib/list/use-paged-list';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

/** Account requests that match the filters. The API rejects unknown filters, hence the cast. */
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
