import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import type { Body } from '@/lib/api/types';
import { KEYS } from '@/lib/queries/keys';
import { refresh } from '@/lib/queries/refresh';

/** Sets a new password by the present one and the mailed code. It ends every login but this one. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<'/api/auth/change-password', 'post'>) =>
      answerOf(api.POST('/api/auth/change-password', { body })),
    onSuccess: () => refresh(client, [KEYS.sessions]),
  });
}
