import { unwrap, api } from '@/lib/api/client';
import { useMutation } from '@/lib/queries/use-mutation';

export function useResendVerification() {
  return useMutation({
    mutationFn: (email: string) => unwrap(api.POST('/api/auth/resend-verification', { body: { email } })),
  });
}
