import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import { POLL_CHAT_MS } from '@/lib/constants';
import { KEYS } from '@/lib/queries/keys';

/** How many messages of customers no admin has opened, polled. */
export function useUnread() {
  return useQuery({
    queryKey: [...KEYS.adminChats, 'unread'],
    queryFn: () => answerOf(api.GET('/api/admin/chats/unread')),
    refetchInterval: POLL_CHAT_MS,
    staleTime: 0,
  });
}
