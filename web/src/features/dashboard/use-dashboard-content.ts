import { useQuery } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

/** The texts of the signed-in customer's own dashboard. */
export function useDashboardContent() {
  return useQuery({
    queryKey: QUERY_KEYS.dashboardContent,
    queryFn: () => unwrap(api.GET('/api/dashboard-content')),
    refetchOnMount: 'always',
  });
}
