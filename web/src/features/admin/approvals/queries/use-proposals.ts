import { unwrap, api } from '@/lib/api/client';
import { POLL_WORK_QUEUE_MS } from '@/lib/constants';
import { usePagedList } from '@/lib/list/use-paged-list';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

/** The open or the closed proposals, newest first. Both are polled (APR-3, APR-27). */
export function useProposals(status: 'pending' | 'closed') {
  return usePagedList(
    [...QUERY_KEYS.adminProposals, status],
    async (cursor) => {
      const query = { status, ...(cursor === undefined ? {} : { cursor }) };
      return unwrap(api.GET('/api/admin/proposals', { params: { query } }));
    },
    { refetchInterval: POLL_WORK_QUEUE_MS, staleTime: 0 },
  );
}
