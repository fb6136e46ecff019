import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import { KEYS } from '@/lib/queries/keys';

/** Who looked at the SSN and the documents of an application, from the log. */
export function useKycReads(id: string) {
  return useQuery({
    queryKey: [...KEYS.adminKycReads, id],
    queryFn: () => answerOf(api.GET('/api/admin/kyc/{id}/reads', { params: { path: { id } } })),
    staleTime: 0,
    refetchOnMount: 'always',
  });
}
