import { unwrap, api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { useRequest } from '@/lib/use-request';

/** Creates a user, who must then verify the email address. */
export function useRegister() {
  return useRequest((body: RequestBody<'/api/auth/register', 'post'>) =>
    unwrap(api.POST('/api/auth/register', { body })),
  );
}
