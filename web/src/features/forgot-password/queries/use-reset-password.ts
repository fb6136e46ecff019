import { unwrap, api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { useMutation } from '@/lib/queries/use-mutation';

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: RequestBody<'/api/auth/reset-password', 'post'>) =>
      unwrap(api.POST('/api/auth/reset-password', { body })),
  });
}
