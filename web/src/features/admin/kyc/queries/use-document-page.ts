import { useQuery, useQueryClient } from '@tanstack/react-query';
import { toApiError } from '@/lib/api/api-error';
import { send } from '@/lib/api/send-request';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';

/**
 * The picture of a page. The API records each time an admin opens a document, so each page is loaded once per visit
 * and not cached for later visits.
 */
export function useDocumentPage(url: string, { isWanted = true } = {}) {
  const client = useQueryClient();
  return useQuery({
    queryKey: [url],
    queryFn: async () => {
      const response = await send(new Request(url, { credentials: 'include' }), { isLarge: true });
      if (!response.ok) throw await toApiError(response);
      void invalidateQueries(client, [QUERY_KEYS.adminKycReads]);
      return response.blob();
    },
    enabled: isWanted,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
}
