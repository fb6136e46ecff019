import { unwrap, api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { useMoneyMutation } from '../../use-money-mutation';

export function useCreateIncomingPayment() {
  return useMoneyMutation((body: RequestBody<'/api/admin/incoming-payments', 'post'>, headers) =>
    unwrap(api.POST('/api/admin/incoming-payments', { body, headers })),
  );
}
