import { useMutation } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';

/** Mails the code that a change of password needs. */
export function useSendPasswordOtp() {
  return useMutation({ mutationFn: () => answerOf(api.POST('/api/auth/send-password-otp')) });
}
