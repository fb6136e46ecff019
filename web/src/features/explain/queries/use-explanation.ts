import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import { KEYS } from '@/lib/queries/keys';

/** Where the balance at the end of a bank day comes from; without a day, the balance now. */
export function useExplanation(at: string | null) {
  return useQuery({
    queryKey: [...KEYS.explanation, at],
    queryFn: () => answerOf(api.GET('/api/account/explanation', { params: { query: at ? { at } : {} } })),
    staleTime: 0,
  });
}
