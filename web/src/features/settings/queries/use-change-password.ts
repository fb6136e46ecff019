import { useMutation } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import type { Body } from '@/lib/api/types';

/** Sets a new password by the present one and the mailed code. */
export function useChangePassword() {
  return useMutation({
    mutationFn: (body: Body<'/api/auth/change-password', 'post'>) =>
      answerOf(api.POST('/api/auth/change-password', { body })),
  });
}
