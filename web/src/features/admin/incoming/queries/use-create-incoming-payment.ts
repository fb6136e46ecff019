import { answerOf, api } from '@/lib/api/client';
import type { Body } from '@/lib/api/types';
import { useMoneyChange } from '../../use-money-change';

export function useCreateIncomingPayment() {
  return useMoneyChange((body: Body<'/api/admin/incoming-payments', 'post'>, headers) =>
    answerOf(api.POST('/api/admin/incoming-payments', { body, headers })),
  );
}
