import { useQuery } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

/** Explains the balance at the end of the bank day `at`, or the current balance if it is null (ACC-10, ACC-11). */
export function useExplanation(at: string | null) {
  return useQuery({
    queryKey: [...QUERY_KEYS.explanation, at],
    queryFn: () => unwrap(api.GET('/api/account/explanation', { params: { query: at ? { at } : {} } })),
    staleTime: 0,
  });
}
