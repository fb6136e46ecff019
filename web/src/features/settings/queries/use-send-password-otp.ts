import { useMutation } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';

/** Mails the code that a change of password needs. */
export function useSendPasswordOtp() {
  return useMutation({ mutationFn: () => unwrap(api.POST('/api/auth/send-password-otp')) });
}
