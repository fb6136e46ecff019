import { answerOf, api } from '@/lib/api/client';
import type { Body } from '@/lib/api/types';
import { useMoneyChange } from '../../use-money-change';

type Input = { id: string; body: Body<'/api/admin/transfer-requests/{id}', 'put'> };

/** Moves an outgoing transfer to another status. */
export function useReviewTransfer() {
  return useMoneyChange(({ id, body }: Input, headers) =>
    answerOf(api.PUT('/api/admin/transfer-requests/{id}', { params: { path: { id } }, headers, body })),
  );
}
