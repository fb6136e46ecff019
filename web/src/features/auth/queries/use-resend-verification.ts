import { useMutation } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';

export function useResendVerification() {
  return useMutation({
    mutationFn: (email: string) => answerOf(api.POST('/api/auth/resend-verification', { body: { email } })),
  });
}
