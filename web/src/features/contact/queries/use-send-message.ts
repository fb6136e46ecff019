import { useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { useMutation } from '@/lib/queries/use-mutation';
import { CHAT_MESSAGES_KEY } from './use-chat-messages';

/** Sends a message to support and refetches the conversation. */
export function useSendMessage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (message: string) => unwrap(api.POST('/api/chat/send', { body: { message } })),
    onSuccess: () => invalidateQueries(client, [CHAT_MESSAGES_KEY]),
  });
}
