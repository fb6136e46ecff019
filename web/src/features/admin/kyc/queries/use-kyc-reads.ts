import { useQuery } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

/** Who viewed the SSN and the documents of an application, as recorded in the ledger. */
export function useKycReads(id: string) {
  return useQuery({
    queryKey: [...QUERY_KEYS.adminKycReads, id],
    queryFn: () => unwrap(api.GET('/api/admin/kyc/{id}/reads', { params: { path: { id } } })),
    staleTime: 0,
    refetchOnMount: 'always',
  });
}
