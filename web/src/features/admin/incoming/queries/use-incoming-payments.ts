import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import { KEYS } from '@/lib/queries/keys';

export function useIncomingPayments() {
  return useQuery({
    queryKey: KEYS.adminIncomingPayments,
    queryFn: () => answerOf(api.GET('/api/admin/incoming-payments')),
  });
}
