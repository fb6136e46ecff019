import { useQuery } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

/** The dashboard texts of the signed-in customer (DASH-11). */
export function useDashboardContent() {
  return useQuery({
    queryKey: QUERY_KEYS.dashboardContent,
    queryFn: () => unwrap(api.GET('/api/dashboard-content')),
    refetchOnMount: 'always',
  });
}
