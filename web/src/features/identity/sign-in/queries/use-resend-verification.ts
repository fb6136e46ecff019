import { unwrap, api } from '@/lib/api/client';
import { useRequest } from '@/lib/use-request';

export function useResendVerification() {
  return useRequest((email: string) =>
    unwrap(api.POST('/api/auth/resend-verification', { body: { email } })),
  );
}
