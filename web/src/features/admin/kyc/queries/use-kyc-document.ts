import { useQuery, useQueryClient } from '@tanstack/react-query';
import { toApiError } from '@/lib/api/api-error';
import { send } from '@/lib/api/send-request';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';

/** The content of a document. Each request is recorded, so it is sent once per opening and not cached afterwards. */
export function useKycDocument(path: string) {
  const client = useQueryClient();
  return useQuery({
    queryKey: [path],
    queryFn: async () => {
      const response = await send(new Request(path, { credentials: 'include' }), { isLarge: true });
      if (!response.ok) throw await toApiError(response);
      void invalidateQueries(client, [QUERY_KEYS.adminKycReads]);
      return response.blob();
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
}
