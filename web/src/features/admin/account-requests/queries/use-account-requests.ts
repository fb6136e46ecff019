import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import { KEYS } from '@/lib/queries/keys';

export function useAccountRequests() {
  return useQuery({
    queryKey: KEYS.adminAccountRequests,
    queryFn: () => answerOf(api.GET('/api/admin/account-requests')),
  });
}
