import { useQueryClient, type Mutation, type QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { invalidateQueries } from './invalidate-queries';

/** Invalidates queries whenever a mutation in this tab succeeds or fails, if `isRelevant` returns true for it. */
export function useInvalidateAfterMutations(
  queryKey: QueryKey,
  isRelevant: (mutation: Mutation<unknown, unknown>, outcome: 'success' | 'error') => boolean,
): void {
  const client = useQueryClient();
  const onOutcome = useEffectEvent((mutation: Mutation<unknown, unknown>, outcome: 'success' | 'error') => {
    if (isRelevant(mutation, outcome)) void invalidateQueries(client, [queryKey]);
  });
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated') return;
        const { type } = event.action;
        if (type === 'success' || type === 'error') onOutcome(event.mutation, type);
      }),
    [client],
  );
}
