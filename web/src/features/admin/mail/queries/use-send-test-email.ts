import { unwrap, api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { useMutation } from '@/lib/queries/use-mutation';

export function useSendTestEmail() {
  return useMutation({
    mutationFn: (body: RequestBody<'/api/admin/test-email', 'post'>) =>
      unwrap(api.POST('/api/admin/test-email', { body })),
  });
}
