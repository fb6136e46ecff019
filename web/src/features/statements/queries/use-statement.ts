import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import { KEYS } from '@/lib/queries/keys';
import type { Period } from '../period';

/** What was posted in a period; always asked for anew, because today's postings belong to this month. */
export function useStatement(period: Period) {
  return useQuery({
    queryKey: [...KEYS.statement, period],
    queryFn: () => answerOf(api.GET('/api/statements', { params: { query: period } })),
    staleTime: 0,
  });
}
