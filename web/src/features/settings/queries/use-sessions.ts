import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import { KEYS } from '@/lib/queries/keys';

/** Where the user is signed in; asked for anew whenever the settings are opened. */
export function useSessions() {
  return useQuery({
    queryKey: KEYS.sessions,
    queryFn: () => answerOf(api.GET('/api/user/sessions')),
    staleTime: 0,
    refetchOnMount: 'always',
  });
}
