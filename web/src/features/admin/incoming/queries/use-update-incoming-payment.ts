import { answerOf, api } from '@/lib/api/client';
import type { Body } from '@/lib/api/types';
import { useMoneyChange } from '../../use-money-change';

type Input = { id: string; body: Body<'/api/admin/incoming-payments/{id}', 'put'> };

/** Moves an incoming payment to another status; completing one credits the customer. */
export function useUpdateIncomingPayment() {
  return useMoneyChange(({ id, body }: Input, headers) =>
    answerOf(api.PUT('/api/admin/incoming-payments/{id}', { params: { path: { id } }, headers, body })),
  );
}
