import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import type { Body } from '@/lib/api/types';
import { KEYS } from '@/lib/queries/keys';
import { refresh } from '@/lib/queries/refresh';

type Input = { id: string; body: Body<'/api/admin/account-requests/{id}', 'put'> };

export function useDecideAccountRequest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: Input) =>
      answerOf(api.PUT('/api/admin/account-requests/{id}', { params: { path: { id } }, body })),
    // After a refusal as well: the row on screen is out of date then.
    onSettled: () =>
      void refresh(client, [
        KEYS.adminAccountRequests,
        KEYS.adminUsers,
        KEYS.adminStats,
        KEYS.accountSummary,
        KEYS.kycStatus,
      ]),
  });
}
