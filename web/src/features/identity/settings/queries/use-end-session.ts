import { useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { useMutation } from '@/lib/queries/use-mutation';

export const ALL_OTHER_SESSIONS = 'all others';

/** Ends one other session, or all others (AUTH-21), and stores the returned list of remaining sessions. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      id === ALL_OTHER_SESSIONS
        ? unwrap(api.DELETE('/api/user/sessions'))
        : unwrap(api.DELETE('/api/user/sessions/{id}', { params: { path: { id } } })),
    onSuccess: (sessions) => client.setQueryData(QUERY_KEYS.sessions, sessions),
    // The session may have ended in the meantime, so the displayed list may be stale.
    onError: () => invalidateQueries(client, [QUERY_KEYS.sessions]),
  });
}
