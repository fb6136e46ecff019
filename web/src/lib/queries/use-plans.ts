import { skipToken, useQuery } from '@tanstack/react-query';
import { unwrap, api } from '../api/client';
import type { ResponseBody } from '../api/types';

export type Plans = ResponseBody<'/api/plans', 'get'>;
export type Plan = Plans['items'][number];

/** Not in `QUERY_KEYS`, which is part of every first load. */
export const PLANS_KEY = ['api', 'plans'] as const;

/**
 * The customer's planned transfers (TRF-120). Refetched on each mount, because the bank may have made one of them
 * meanwhile. With `areLoaded`, only reads plans that the page has already loaded.
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

/** A plan as it was when the page opened, so changing it doesn't change the page. Null if it has ended. */
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
