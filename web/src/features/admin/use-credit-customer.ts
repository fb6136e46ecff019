import { unwrap, api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { useMoneyMutation } from './use-money-mutation';

/** Credits a customer's account. */
export function useCreditCustomer() {
  return useMoneyMutation((body: RequestBody<'/api/admin/transactions', 'post'>, headers) =>
    unwrap(api.POST('/api/admin/transactions', { body, headers })),
  );
}
