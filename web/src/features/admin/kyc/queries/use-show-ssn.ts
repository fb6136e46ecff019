import { useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { useMutation } from '@/lib/queries/use-mutation';

/** Requests a full SSN. The ledger records the request before the API responds. The response is not cached. */
export function useShowSsn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.POST('/api/admin/kyc/{id}/ssn', { params: { path: { id } } })),
    onSuccess: () => void invalidateQueries(client, [QUERY_KEYS.adminKycReads]),
    gcTime: 0,
  });
}
