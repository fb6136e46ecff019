import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import { refresh } from '@/lib/queries/refresh';
import { CHAT_MESSAGES_KEY } from './use-chat-messages';

/** Sends a message to support; the list is fetched again (spec.md §4, Chat send). */
export function useSendMessage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (message: string) => answerOf(api.POST('/api/chat/send', { body: { message } })),
    onSuccess: () => refresh(client, [CHAT_MESSAGES_KEY]),
  });
}
