import { useQuery } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

/** The admins with their roles, and the newest changes. */
export function useTeam() {
  return useQuery({
    queryKey: QUERY_KEYS.adminTeam,
    queryFn: () => unwrap(api.GET('/api/admin/team')),
  });
}
