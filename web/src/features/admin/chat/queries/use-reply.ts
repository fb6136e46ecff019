import { useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { discardDraft } from '@/lib/draft-store';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { useMutation } from '@/lib/queries/use-mutation';

/** The key under which an unsent reply is kept until the next sign-in (AUTH-36). */
export const replyDraft = (userId: string): string => `reply to ${userId}`;

/** Sends a reply to a customer. */
export function useReply(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (message: string) =>
      unwrap(
        api.POST('/api/admin/chats/{userId}/reply', { params: { path: { userId } }, body: { message } }),
      ),
    onSuccess: () => {
      discardDraft(replyDraft(userId));
      return invalidateQueries(client, [QUERY_KEYS.adminChats]);
    },
  });
}
