import { unwrap, api } from '@/lib/api/client';
import { useRequest } from '@/lib/use-request';

/** Sends or resends the reset code. */
export function useSendResetCode() {
  return useRequest((email: string) => unwrap(api.POST('/api/auth/forgot-password', { body: { email } })));
}
