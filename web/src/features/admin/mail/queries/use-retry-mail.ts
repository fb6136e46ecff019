import { useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { useMutation } from '@/lib/queries/use-mutation';

/** Queues one failed email again, or all of them if the id is null. */
export function useRetryMail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) =>
      unwrap(
        id === null
          ? api.POST('/api/admin/mail/retry')
          : api.POST('/api/admin/mail/{id}/retry', { params: { path: { id } } }),
      ),
    onSettled: () => void invalidateQueries(client, [QUERY_KEYS.adminMail]),
  });
}
