import { unwrap, api } from '@/lib/api/client';
import { useMutation } from '@/lib/queries/use-mutation';

/** Mails the code that confirms a password change (AUTH-15). */
export function useSendPasswordOtp() {
  return useMutation({
    mutationFn: (currentPassword: string) =>
      unwrap(api.POST('/api/auth/send-password-otp', { body: { currentPassword } })),
  });
}
