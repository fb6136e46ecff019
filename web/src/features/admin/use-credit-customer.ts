import { answerOf, api } from '@/lib/api/client';
import type { Body } from '@/lib/api/types';
import { useMoneyChange } from './use-money-change';

/** Records an incoming credit for a customer. */
export function useCreditCustomer() {
  return useMoneyChange((body: Body<'/api/admin/transactions', 'post'>, headers) =>
    answerOf(api.POST('/api/admin/transactions', { body, headers })),
  );
}
