import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import { KEYS } from '@/lib/queries/keys';
import { refresh } from '@/lib/queries/refresh';

/** Answers a customer. */
export function useReply(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (message: string) =>
      answerOf(
        api.POST('/api/admin/chats/{userId}/reply', { params: { path: { userId } }, body: { message } }),
      ),
    onSuccess: () => refresh(client, [KEYS.adminChats]),
  });
}
