import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { useMoneyMutation } from '../../use-money-mutation';

type PreviewBody = RequestBody<'/api/admin/transactions/decisions/preview', 'post'>;
export type TransactionStatus = PreviewBody['status'];

/** The effect that a decision would have now. Computed by the API, so the rules exist only once. */
export function useDecisionPreview(body: PreviewBody, isEnabled: boolean) {
  return useQuery({
    queryKey: [...QUERY_KEYS.adminTransactions, 'decisions', body],
    queryFn: () => unwrap(api.POST('/api/admin/transactions/decisions/preview', { body })),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Applies one decision to several transactions. */
export function useDecideInBulk() {
  return useMoneyMutation((body: RequestBody<'/api/admin/transactions/decisions', 'post'>, headers) =>
    unwrap(api.POST('/api/admin/transactions/decisions', { body, headers })),
  );
}
