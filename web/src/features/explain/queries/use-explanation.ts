import { useQuery } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

/** Where the balance at the end of a bank day comes from; without a day, the balance now. */
export function useExplanation(at: string | null) {
  return useQuery({
    queryKey: [...QUERY_KEYS.explanation, at],
    queryFn: () => unwrap(api.GET('/api/account/explanation', { params: { query: at ? { at } : {} } })),
    staleTime: 0,
  });
}
