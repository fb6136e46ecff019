import { unwrap, api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { useMoneyMutation } from '../../use-money-mutation';

type Input = { id: string; body: RequestBody<'/api/admin/transactions/{id}', 'put'> };

/** Moves a transaction of any kind to another status. */
export function useUpdateTransaction() {
  return useMoneyMutation(({ id, body }: Input, headers) =>
    unwrap(api.PUT('/api/admin/transactions/{id}', { params: { path: { id } }, headers, body })),
  );
}
