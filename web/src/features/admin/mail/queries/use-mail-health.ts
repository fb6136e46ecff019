import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import { usePages } from '@/lib/list/use-pages';
import { KEYS } from '@/lib/queries/keys';

const POLL_MS = 10_000;

/** How much mail waits, failed and was sent; looked at again and again while it is on screen. */
export function useMailCounts() {
  return useQuery({
    queryKey: [...KEYS.adminMail, 'counts'],
    queryFn: async () => (await answerOf(api.GET('/api/admin/mail'))).counts,
    refetchInterval: POLL_MS,
  });
}

/** The mails that were given up, page by page. */
export function useFailedMail() {
  return usePages([...KEYS.adminMail, 'failed'], async (cursor) => {
    const query = cursor === undefined ? {} : { cursor };
    return (await answerOf(api.GET('/api/admin/mail', { params: { query } }))).failed;
  });
}
