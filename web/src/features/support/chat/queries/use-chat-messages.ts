import { useQuery } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { POLL_CHAT_MS } from '@/lib/constants';

/** The query key. Modeled on the path of the request, like `QUERY_KEYS`. */
export const CHAT_MESSAGES_KEY = ['api', 'chat', 'messages'] as const;

/** The customer's conversation with support, polled (UI-11). */
export function useChatMessages() {
  return useQuery({
    queryKey: CHAT_MESSAGES_KEY,
    queryFn: () => unwrap(api.GET('/api/chat/messages')),
    refetchInterval: POLL_CHAT_MS,
    staleTime: 0,
  });
}
