import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import type { Body } from '@/lib/api/types';
import { KEYS } from '@/lib/queries/keys';
import { useMoneyChange } from './use-money-change';

type PreviewBody = Body<'/api/admin/transactions/decisions/preview', 'post'>;
export type TransactionStatus = PreviewBody['status'];

/** What a decision would do as things are; the server's own answer, so that nothing here knows the rules twice. */
export function useDecisionPreview(body: PreviewBody, isWanted: boolean) {
  return useQuery({
    queryKey: [...KEYS.adminTransactions, 'decisions', body],
    queryFn: () => answerOf(api.POST('/api/admin/transactions/decisions/preview', { body })),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
}

/** One decision on several transactions. */
export function useDecideTogether() {
  return useMoneyChange((body: Body<'/api/admin/transactions/decisions', 'post'>, headers) =>
    answerOf(api.POST('/api/admin/transactions/decisions', { body, headers })),
  );
}
