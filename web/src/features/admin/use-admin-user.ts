import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import { KEYS } from '@/lib/queries/keys';

export function adminUserKey(id: string | null) {
  return [...KEYS.adminUsers, 'one', id] as const;
}

/** One user as admins see them; nobody is asked for without an id. */
export function useAdminUser(id: string | null) {
  return useQuery({
    queryKey: adminUserKey(id),
    queryFn: () => answerOf(api.GET('/api/admin/users/{id}', { params: { path: { id: id ?? '' } } })),
    enabled: id !== null,
  });
}
