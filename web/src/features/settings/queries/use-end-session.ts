import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import { KEYS } from '@/lib/queries/keys';
import { refresh } from '@/lib/queries/refresh';

export const ALL_OTHERS = 'all others';

/** Ends one other session of the user, or all others; the answer is the list of what is left. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      id === ALL_OTHERS
        ? answerOf(api.DELETE('/api/user/sessions'))
        : answerOf(api.DELETE('/api/user/sessions/{id}', { params: { path: { id } } })),
    onSuccess: (sessions) => client.setQueryData(KEYS.sessions, sessions),
    // It may have ended by itself meanwhile; then the list on screen is out of date.
    onError: () => refresh(client, [KEYS.sessions]),
  });
}
