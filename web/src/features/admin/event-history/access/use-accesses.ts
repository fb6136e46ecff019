import { unwrap, api } from '@/lib/api/client';
import { usePagedList } from '@/lib/list/use-paged-list';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import type { AccessQuery } from './access-labels';

/**
 * The entries of the access log that match the filters, newest first. Refetched on each visit, because reads keep
 * adding entries.
 */
export function useAccesses(query: AccessQuery) {
  return usePagedList(
    [...QUERY_KEYS.adminEventHistory, 'access', query],
    (cursor) =>
      unwrap(
        api.GET('/api/admin/access-log', { params: { query: { ...query, ...(cursor && { cursor }) } } }),
      ),
    { staleTime: 0 },
  );
}
