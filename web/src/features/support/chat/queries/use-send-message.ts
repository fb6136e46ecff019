import { useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { discardDraft } from '@/lib/draft-store';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { useMutation } from '@/lib/queries/use-mutation';
import { CHAT_MESSAGES_KEY } from './use-chat-messages';

/** The key of the message's draft. If the session ends, the draft is shown after the next sign-in (AUTH-36). */
export const MESSAGE_DRAFT = 'message';

/** Sends a message to support and refetches the conversation. */
export function useSendMessage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (message: string) => unwrap(api.POST('/api/chat/send', { body: { message } })),
    onSuccess: () => {
      discardDraft(MESSAGE_DRAFT);
      return invalidateQueries(client, [CHAT_MESSAGES_KEY]);
    },
  });
}
