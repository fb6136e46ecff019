import { unwrap, api } from '@/lib/api/client';
import type { QueryParams } from '@/lib/api/types';
import { usePagedList } from '@/lib/list/use-paged-list';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

/** Users that match the filters. The API rejects unknown filters, hence the cast. */
export function useUserList(filters: Readonly<Record<string, string>>) {
  return usePagedList([...QUERY_KEYS.adminUsers, 'list', filters], (cursor) =>
    unwrap(
      api.GET('/api/admin/users', {
        params: { query: { ...(filters as QueryParams<'/api/admin/users'>), ...(cursor && { cursor }) } },
      }),
    ),
  );
}
