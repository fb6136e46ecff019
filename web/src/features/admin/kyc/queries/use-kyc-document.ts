import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiErrorOf } from '@/lib/api/api-error';
import { KEYS } from '@/lib/queries/keys';
import { refresh } from '@/lib/queries/refresh';

/** The bytes of a document. Each call is recorded, so it is made once, when the document is opened, and not kept. */
export function useKycDocument(path: string) {
  const client = useQueryClient();
  return useQuery({
    queryKey: [path],
    queryFn: async () => {
      const response = await fetch(path, { credentials: 'include' });
      if (!response.ok) throw await apiErrorOf(response);
      void refresh(client, [KEYS.adminKycReads]);
      return response.blob();
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
}
