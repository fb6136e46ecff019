import { useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { startSession } from '@/lib/queries/start-session';
import { useMutation } from '@/lib/queries/use-mutation';

/** Signs in and starts the session with the returned user. */
export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestBody<'/api/auth/login', 'post'>) =>
      unwrap(api.POST('/api/auth/login', { body })),
    onSuccess: (user) => startSession(client, user),
  });
}
