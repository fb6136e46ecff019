import { useMutation } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import type { Body } from '@/lib/api/types';

export function useSendTestEmail() {
  return useMutation({
    mutationFn: (body: Body<'/api/admin/test-email', 'post'>) =>
      answerOf(api.POST('/api/admin/test-email', { body })),
  });
}
