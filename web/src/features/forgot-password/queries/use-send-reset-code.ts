import { unwrap, api } from '@/lib/api/client';
import { useMutation } from '@/lib/queries/use-mutation';

/** Sends or resends the reset code. */
export function useSendResetCode() {
  return useMutation({
    mutationFn: (email: string) => unwrap(api.POST('/api/auth/forgot-password', { body: { email } })),
  });
}
