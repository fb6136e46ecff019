import { useQuery } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { usePagedList } from '@/lib/list/use-paged-list';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

const POLL_MS = 10_000;

/** Numbers of waiting, failed and sent emails; polled. */
export function useMailCounts() {
  return useQuery({
    queryKey: [...QUERY_KEYS.adminMail, 'counts'],
    queryFn: async () => (await unwrap(api.GET('/api/admin/mail'))).counts,
    refetchInterval: POLL_MS,
  });
}

/** The emails that failed permanently. */
export function useFailedMail() {
  return usePagedList([...QUERY_KEYS.adminMail, 'failed'], async (cursor) => {
    const query = cursor === undefined ? {} : { cursor };
    return (await unwrap(api.GET('/api/admin/mail', { params: { query } }))).failed;
  });
}
