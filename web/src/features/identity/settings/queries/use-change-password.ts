import { useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { useMutation } from '@/lib/queries/use-mutation';

/** Changes the password, which ends every other session (AUTH-15). */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestBody<'/api/auth/change-password', 'post'>) =>
      unwrap(api.POST('/api/auth/change-password', { body })),
    onSuccess: () => invalidateQueries(client, [QUERY_KEYS.sessions]),
  });
}
