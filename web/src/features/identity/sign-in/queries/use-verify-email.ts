import { unwrap, api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { useRequest } from '@/lib/use-request';

export function useVerifyEmail() {
  return useRequest((body: RequestBody<'/api/auth/verify-email', 'post'>) =>
    unwrap(api.POST('/api/auth/verify-email', { body })),
  );
}
