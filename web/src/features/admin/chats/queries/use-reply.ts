import { useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { useMutation } from '@/lib/queries/use-mutation';

/** Sends a reply to a customer. */
export function useReply(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (message: string) =>
      unwrap(
        api.POST('/api/admin/chats/{userId}/reply', { params: { path: { userId } }, body: { message } }),
      ),
    onSuccess: () => invalidateQueries(client, [QUERY_KEYS.adminChats]),
  });
}
