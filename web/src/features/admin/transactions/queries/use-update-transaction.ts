import { answerOf, api } from '@/lib/api/client';
import type { Body } from '@/lib/api/types';
import { useMoneyChange } from '../../use-money-change';

type Input = { id: string; body: Body<'/api/admin/transactions/{id}', 'put'> };

/** Moves a transaction of any kind to another status. */
export function useUpdateTransaction() {
  return useMoneyChange(({ id, body }: Input, headers) =>
    answerOf(api.PUT('/api/admin/transactions/{id}', { params: { path: { id } }, headers, body })),
  );
}
