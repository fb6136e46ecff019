import { answerOf, api } from '@/lib/api/client';
import type { ChatMessage } from '@/lib/api/types';
import { POLL_CHAT_MS } from '@/lib/constants';
import { usePages } from '@/lib/list/use-pages';
import { KEYS } from '@/lib/queries/keys';

/** A customer's conversation, the newest message first, polled. */
export function useConversation(userId: string) {
  return usePages<ChatMessage>(
    [...KEYS.adminChats, 'with', userId],
    (cursor) =>
      answerOf(
        api.GET('/api/admin/chats/{userId}', {
          params: { path: { userId }, query: cursor === undefined ? {} : { cursor } },
        }),
      ),
    { refetchInterval: POLL_CHAT_MS },
  );
}
