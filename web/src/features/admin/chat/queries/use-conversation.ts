import { unwrap, api } from '@/lib/api/client';
import type { ChatMessage } from '@/lib/api/types';
import { POLL_CHAT_MS } from '@/lib/constants';
import { usePagedList } from '@/lib/list/use-paged-list';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

/** A customer's messages, newest first; polled. */
export function useConversation(userId: string) {
  return usePagedList<ChatMessage>(
    [...QUERY_KEYS.adminChats, 'with', userId],
    (cursor) =>
      unwrap(
        api.GET('/api/admin/chats/{userId}', {
          params: { path: { userId }, query: cursor === undefined ? {} : { cursor } },
        }),
      ),
    { refetchInterval: POLL_CHAT_MS },
  );
}
