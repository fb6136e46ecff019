import { unwrap, api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { useMutation } from '@/lib/queries/use-mutation';

/** Creates a user, who must then verify the email address. */
export function useRegister() {
  return useMutation({
    mutationFn: (body: RequestBody<'/api/auth/register', 'post'>) =>
      unwrap(api.POST('/api/auth/register', { body })),
  });
}
