import { useMutation } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import type { Body } from '@/lib/api/types';

/** Creates a user, who must then verify the e-mail address. */
export function useRegister() {
  return useMutation({
    mutationFn: (body: Body<'/api/auth/register', 'post'>) =>
      answerOf(api.POST('/api/auth/register', { body })),
  });
}
