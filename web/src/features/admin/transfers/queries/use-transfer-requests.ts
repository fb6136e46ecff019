import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import { KEYS } from '@/lib/queries/keys';

export function useTransferRequests() {
  return useQuery({
    queryKey: KEYS.adminTransferRequests,
    queryFn: () => answerOf(api.GET('/api/admin/transfer-requests')),
  });
}
