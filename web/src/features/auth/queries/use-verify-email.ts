import { useMutation } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';

export function useVerifyEmail() {
  return useMutation({
    mutationFn: (body: RequestBody<'/api/auth/verify-email', 'post'>) =>
      unwrap(api.POST('/api/auth/verify-email', { body })),
  });
}
