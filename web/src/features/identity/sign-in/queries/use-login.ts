import { unwrap, api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { requireCookies, startSession } from '@/lib/session';
import { useRequest } from '@/lib/use-request';

/** Signs in and starts the session with the returned user. */
export function useLogin() {
  return useRequest(async (body: RequestBody<'/api/auth/login', 'post'>) => {
    const user = await unwrap(api.POST('/api/auth/login', { body }));
    requireCookies();
    startSession(user);
  });
}
