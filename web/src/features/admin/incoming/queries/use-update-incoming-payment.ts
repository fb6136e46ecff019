import { unwrap, api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { useMoneyMutation } from '../../use-money-mutation';

type Input = { id: string; body: RequestBody<'/api/admin/incoming-payments/{id}', 'put'> };

/** Moves an incoming payment to another status; completing one credits the customer. */
export function useUpdateIncomingPayment() {
  return useMoneyMutation(({ id, body }: Input, headers) =>
    unwrap(api.PUT('/api/admin/incoming-payments/{id}', { params: { path: { id } }, headers, body })),
  );
}
