import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import { KEYS } from '@/lib/queries/keys';
import { refresh } from '@/lib/queries/refresh';

/** Sets one failed mail going again, or, without an id, all of them. */
export function useRetryMail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) =>
      answerOf(
        id === null
          ? api.POST('/api/admin/mail/retry')
          : api.POST('/api/admin/mail/{id}/retry', { params: { path: { id } } }),
      ),
    onSettled: () => void refresh(client, [KEYS.adminMail]),
  });
}
