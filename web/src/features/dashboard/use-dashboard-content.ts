import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import { KEYS } from '@/lib/queries/keys';

/** The texts of the signed-in customer's own dashboard. */
export function useDashboardContent() {
  return useQuery({
    queryKey: KEYS.dashboardContent,
    queryFn: () => answerOf(api.GET('/api/dashboard-content')),
    refetchOnMount: 'always',
  });
}
