import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';

/** Marks the customer's messages up to `upTo` as read, whenever `upTo` changes. */
export function useMarkRead(userId: string, upTo: string | undefined): void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (id: string) =>
      unwrap(
        api.POST('/api/admin/chats/{userId}/read', { params: { path: { userId } }, body: { upTo: id } }),
      ),
    onSuccess: () =>
      invalidateQueries(client, [
        [...QUERY_KEYS.adminChats, 'list'],
        [...QUERY_KEYS.adminChats, 'unread'],
      ]),
  });
  useEffect(() => {
    if (upTo !== undefined) mutate(upTo);
  }, [mutate, upTo]);
}
