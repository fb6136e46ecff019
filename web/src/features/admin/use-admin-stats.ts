import { useQuery } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

export function useAdminStats() {
  return useQuery({ queryKey: QUERY_KEYS.adminStats, queryFn: () => unwrap(api.GET('/api/admin/stats')) });
}
