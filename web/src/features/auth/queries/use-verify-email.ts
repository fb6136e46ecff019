import { useMutation } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import type { Body } from '@/lib/api/types';

export function useVerifyEmail() {
  return useMutation({
    mutationFn: (body: Body<'/api/auth/verify-email', 'post'>) =>
      answerOf(api.POST('/api/auth/verify-email', { body })),
  });
}
