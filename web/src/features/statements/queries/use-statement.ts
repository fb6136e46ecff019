import { useQuery } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import type { Period } from '../period';

/** What was posted in a period; always asked for anew, because today's postings belong to this month. */
export function useStatement(period: Period) {
  return useQuery({
    queryKey: [...QUERY_KEYS.statement, period],
    queryFn: () => unwrap(api.GET('/api/statements', { params: { query: period } })),
    staleTime: 0,
  });
}
