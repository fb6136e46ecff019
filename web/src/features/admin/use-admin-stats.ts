import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import { KEYS } from '@/lib/queries/keys';

export function useAdminStats() {
  return useQuery({ queryKey: KEYS.adminStats, queryFn: () => answerOf(api.GET('/api/admin/stats')) });
}
