import { useQuery } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { POLL_CHAT_MS } from '@/lib/constants';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

/** Number of customer messages that no admin has read; polled. */
export function useUnreadCount() {
  return useQuery({
    queryKey: [...QUERY_KEYS.adminChats, 'unread'],
    queryFn: () => unwrap(api.GET('/api/admin/chats/unread')),
    refetchInterval: POLL_CHAT_MS,
    staleTime: 0,
  });
}
