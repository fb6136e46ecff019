import { useQuery } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

export function useKycApplication(id: string) {
  return useQuery({
    queryKey: [...QUERY_KEYS.adminKycApplications, 'one', id],
    queryFn: () => unwrap(api.GET('/api/admin/kyc/{id}', { params: { path: { id } } })),
    // A decision needs current data.
    staleTime: 0,
    refetchOnMount: 'always',
  });
}
