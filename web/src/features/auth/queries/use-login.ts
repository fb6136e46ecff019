import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import type { Body } from '@/lib/api/types';
import { startSession } from '@/lib/queries/start-session';

/** Signs in; the answer is the new session's user. */
export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<'/api/auth/login', 'post'>) => answerOf(api.POST('/api/auth/login', { body })),
    onSuccess: (user) => startSession(client, user),
  });
}
