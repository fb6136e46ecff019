import { unwrap, api } from '@/lib/api/client';
import type { Conversation } from '@/lib/api/types';
import { POLL_CHAT_MS } from '@/lib/constants';
import { usePagedList } from '@/lib/list/use-paged-list';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

/** Conversations with customers, most recent message first; polled. */
export function useConversations(search: string) {
  const filters = search === '' ? {} : { search };
  return usePagedList<Conversation>(
    [...QUERY_KEYS.adminChats, 'list', filters],
    (cursor) =>
      unwrap(
        api.GET('/api/admin/chats', {
          params: { query: { ...filters, ...(cursor === undefined ? {} : { cursor }) } },
        }),
      ),
    { refetchInterval: POLL_CHAT_MS },
  );
}
