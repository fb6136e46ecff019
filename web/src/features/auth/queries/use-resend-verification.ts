import { useMutation } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';

export function useResendVerification() {
  return useMutation({
    mutationFn: (email: string) => unwrap(api.POST('/api/auth/resend-verification', { body: { email } })),
  });
}
