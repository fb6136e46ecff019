import { useEffect, useState } from 'react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { unwrap, api } from '../api/client';
import type { ResponseBody } from '../api/types';

export type Plans = ResponseBody<'/api/plans', 'get'>;
export type Plan = Plans['items'][number];

/** The key of `usePlans`. Not in `QUERY_KEYS`, because every page's first load downloads the whole list. */
export const PLANS_KEY = ['api', 'plans'] as const;

/**
 * The customer's scheduled transfers (TRF-120). Refetched on each mount, because the bank may have made one of them in
 * the meantime. With `areLoaded`, sends no request and returns only plans that have already been loaded.
 */
export function usePlans({ areLoaded = false } = {}) {
  return useQuery({
    enabled: !areLoaded,
    queryKey: PLANS_KEY,
    queryFn: () => unwrap(api.GET('/api/plans')),
    staleTime: 0,
    refetchOnMount: 'always',
  });
}

/** How long a page that is otherwise loaded waits for the scheduled transfers (TRF-183). */
const MAX_WAIT_MS = 1_000;

/**
 * Whether a page should keep waiting for the scheduled transfers, because they would push down its content if they
 * appeared later (UI-38). The page waits at most a second after the rest is loaded. It stops waiting if the scheduled
 * transfers fail to load.
 */
export function useIsWaitingForPlans(
  { isPending, failureCount }: Pick<ReturnType<typeof usePlans>, 'isPending' | 'failureCount'>,
  isLoaded: boolean,
): boolean {
  const isLate = useHasPassed(MAX_WAIT_MS, isLoaded);
  return isPending && failureCount === 0 && !isLate;
}

/** Whether `ms` milliseconds have passed since `hasHappened` became true. */
function useHasPassed(ms: number, hasHappened: boolean): boolean {
  const [hasPassed, setHasPassed] = useState(false);
  useEffect(() => {
    if (!hasHappened) return undefined;
    const timer = setTimeout(() => setHasPassed(true), ms);
    return () => clearTimeout(timer);
  }, [ms, hasHappened]);
  return hasPassed;
}

/**
 * A plan as it was when the page opened, so changing it doesn't change the page. Null if there is no such plan, for
 * example because it has ended.
 */
export function usePlan(id: string | null) {
  return useQuery({
    queryKey: ['api', 'plan', id],
    queryFn:
      id === null
        ? skipToken
        : async () => (await unwrap(api.GET('/api/plans'))).items.find((plan) => plan.id === id) ?? null,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
}
