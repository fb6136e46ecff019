import { unwrap, api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { useMoneyMutation } from '../../use-money-mutation';

type Input = { id: string; body: RequestBody<'/api/admin/transfer-requests/{id}', 'put'> };

/** Moves an outgoing transfer to another status. */
export function useReviewTransfer() {
  return useMoneyMutation(({ id, body }: Input, headers) =>
    unwrap(api.PUT('/api/admin/transfer-requests/{id}', { params: { path: { id } }, headers, body })),
  );
}
