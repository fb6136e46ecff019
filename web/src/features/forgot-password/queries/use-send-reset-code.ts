import { useMutation } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';

/** Sends or resends the reset code. */
export function useSendResetCode() {
  return useMutation({
    mutationFn: (email: string) => unwrap(api.POST('/api/auth/forgot-password', { body: { email } })),
  });
}
