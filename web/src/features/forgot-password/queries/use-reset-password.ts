import { useMutation } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import type { Body } from '@/lib/api/types';

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: Body<'/api/auth/reset-password', 'post'>) =>
      answerOf(api.POST('/api/auth/reset-password', { body })),
  });
}
