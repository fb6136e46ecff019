import { unwrap, api } from '@/lib/api/client';
import type { WorkKind } from '@/lib/api/types';
import { POLL_WORK_QUEUE_MS } from '@/lib/constants';
import { usePagedList } from '@/lib/list/use-paged-list';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

/** Waiting items, oldest first; polled (ADM-31). An empty `kind` selects all kinds. */
export function useWorkQueue(kind: WorkKind | '') {
  const filter = kind === '' ? {} : { kind };
  return usePagedList(
    [...QUERY_KEYS.adminWorkQueue, 'list', filter],
    (cursor) =>
      unwrap(
        api.GET('/api/admin/work-queue', {
          params: { query: { ...filter, ...(cursor === undefined ? {} : { cursor }) } },
        }),
      ),
    { refetchInterval: POLL_WORK_QUEUE_MS, staleTime: 0 },
  );
}
