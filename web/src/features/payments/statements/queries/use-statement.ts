import { useQuery } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import type { Period } from '../period';

/** The statement for a period. Always refetched, because the current month is still changing. */
export function useStatement(period: Period) {
  return useQuery({
    queryKey: [...QUERY_KEYS.statement, period],
    queryFn: () => unwrap(api.GET('/api/statements', { params: { query: period } })),
    staleTime: 0,
  });
}
