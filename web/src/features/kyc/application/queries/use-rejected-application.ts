import { unwrap, api } from '@/lib/api/client';
import { useMutation } from '@/lib/queries/use-mutation';

/** Reads what the customer entered in their rejected application. Only on request: nothing of it stays in the cache. */
export function useRejectedApplication() {
  return useMutation({ mutationFn: () => unwrap(api.GET('/api/kyc/rejected-application')), gcTime: 0 });
}
