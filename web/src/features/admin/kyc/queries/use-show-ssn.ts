import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import { KEYS } from '@/lib/queries/keys';
import { refresh } from '@/lib/queries/refresh';

/** Asks for a whole SSN, which the log records first. The answer is kept nowhere but on screen. */
export function useShowSsn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => answerOf(api.POST('/api/admin/kyc/{id}/ssn', { params: { path: { id } } })),
    onSuccess: () => void refresh(client, [KEYS.adminKycReads]),
    gcTime: 0,
  });
}
