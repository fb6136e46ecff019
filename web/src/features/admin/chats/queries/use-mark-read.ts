import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { answerOf, api } from '@/lib/api/client';
import { KEYS } from '@/lib/queries/keys';
import { refresh } from '@/lib/queries/refresh';

/** Tells that the customer's messages were seen up to this one, whenever there is a newer one. */
export function useMarkRead(userId: string, upTo: string | undefined): void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (id: string) =>
      answerOf(
        api.POST('/api/admin/chats/{userId}/read', { params: { path: { userId } }, body: { upTo: id } }),
      ),
    onSuccess: () =>
      refresh(client, [
        [...KEYS.adminChats, 'list'],
        [...KEYS.adminChats, 'unread'],
      ]),
  });
  useEffect(() => {
    if (upTo !== undefined) mutate(upTo);
  }, [mutate, upTo]);
}
