import { useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { useMutation } from '@/lib/queries/use-mutation';

/** Renames a recipient, or removes it if the name is null (TRF-81), and stores the returned list. */
export function useChangeRecipient(id: string) {
  const client = useQueryClient();
  const params = { path: { id } };
  return useMutation({
    mutationFn: (name: string | null) =>
      name === null
        ? unwrap(api.DELETE('/api/recipients/{id}', { params }))
        : unwrap(api.PUT('/api/recipients/{id}', { params, body: { name } })),
    onSuccess: (recipients) => client.setQueryData(QUERY_KEYS.recipients, recipients),
    onError: () => invalidateQueries(client, [QUERY_KEYS.recipients]),
  });
}
