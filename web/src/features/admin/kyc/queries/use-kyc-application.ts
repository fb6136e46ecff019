import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import { KEYS } from '@/lib/queries/keys';

export function useKycApplication(id: string) {
  return useQuery({
    queryKey: [...KEYS.adminKycApplications, 'one', id],
    queryFn: () => answerOf(api.GET('/api/admin/kyc/{id}', { params: { path: { id } } })),
    // A decision is taken on what there is now.
    staleTime: 0,
    refetchOnMount: 'always',
  });
}
