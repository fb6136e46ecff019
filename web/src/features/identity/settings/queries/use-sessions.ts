import { useQuery } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

/** The user's sessions (AUTH-20), refetched whenever the settings open. */
export function useSessions() {
  return useQuery({
    queryKey: QUERY_KEYS.sessions,
    queryFn: () => unwrap(api.GET('/api/user/sessions')),
    staleTime: 0,
    refetchOnMount: 'always',
  });
}
