import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import { KEYS } from '@/lib/queries/keys';

export function useAdminUsers() {
  return useQuery({ queryKey: KEYS.adminUsers, queryFn: () => answerOf(api.GET('/api/admin/users')) });
}
