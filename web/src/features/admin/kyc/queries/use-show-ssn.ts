import { useMutation, useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';

/** Asks for a whole SSN, which the log records first. The answer is kept nowhere but on screen. */
export function useShowSsn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.POST('/api/admin/kyc/{id}/ssn', { params: { path: { id } } })),
    onSuccess: () => void invalidateQueries(client, [QUERY_KEYS.adminKycReads]),
    gcTime: 0,
  });
}
