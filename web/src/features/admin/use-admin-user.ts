import { useQuery } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

export function adminUserKey(id: string | null) {
  return [...QUERY_KEYS.adminUsers, 'one', id] as const;
}

/** One user as admins see them. The query is disabled while `id` is null. */
export function useAdminUser(id: string | null) {
  return useQuery({
    queryKey: adminUserKey(id),
    queryFn: () => unwrap(api.GET('/api/admin/users/{id}', { params: { path: { id: id ?? '' } } })),
    enabled: id !== null,
  });
}
