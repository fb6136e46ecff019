import { unwrap, api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { useMutation } from '@/lib/queries/use-mutation';

export function useVerifyEmail() {
  return useMutation({
    mutationFn: (body: RequestBody<'/api/auth/verify-email', 'post'>) =>
      unwrap(api.POST('/api/auth/verify-email', { body })),
  });
}
