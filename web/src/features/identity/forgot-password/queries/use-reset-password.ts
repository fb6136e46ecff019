import { unwrap, api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { useRequest } from '@/lib/use-request';

export function useResetPassword() {
  return useRequest((body: RequestBody<'/api/auth/reset-password', 'post'>) =>
    unwrap(api.POST('/api/auth/reset-password', { body })),
  );
}
