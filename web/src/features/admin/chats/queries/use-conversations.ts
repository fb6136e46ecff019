import { answerOf, api } from '@/lib/api/client';
import type { Conversation } from '@/lib/api/types';
import { POLL_CHAT_MS } from '@/lib/constants';
import { usePages } from '@/lib/list/use-pages';
import { KEYS } from '@/lib/queries/keys';

/** Conversations with customers, the newest first, polled. */
export function useConversations(search: string) {
  const filters = search === '' ? {} : { search };
  return usePages<Conversation>(
    [...KEYS.adminChats, 'list', filters],
    (cursor) =>
      answerOf(
        api.GET('/api/admin/chats', {
          params: { query: { ...filters, ...(cursor === undefined ? {} : { cursor }) } },
        }),
      ),
    { refetchInterval: POLL_CHAT_MS },
  );
}
