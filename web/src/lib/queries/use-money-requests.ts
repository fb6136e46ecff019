import { skipToken, useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../api/client';
import type { ResponseBody } from '../api/types';
import { QUERY_KEYS } from './query-keys';

export type MoneyRequest = ResponseBody<'/api/money-requests', 'get'>[number];

/** Whether the customer can pay this request: it is open and someone else made it. */
export const isToPay = ({ isOwn, state }: MoneyRequest) => !isOwn && state === 'open';

/** The money requests from and to the customer (TRF-110), if the bank offers money requests. */
export function useMoneyRequests(isOffered = true) {
  return useQuery({
    enabled: isOffered,
    queryKey: QUERY_KEYS.moneyRequests,
    queryFn: () => unwrap(api.GET('/api/money-requests')),
    staleTime: 0,
    refetchOnMount: 'always',
  });
}

/** The key of `useMoneyRequest`, without the id. */
export const MONEY_REQUEST = ['api', 'money-request'] as const;

/**
 * A money request as it was when its page was opened, so paying it does not change that page. Without an id, the
 * query stays pending.
 */
export function useMoneyRequest(id: string | null) {
  return useQuery({
    queryKey: [...MONEY_REQUEST, id],
    queryFn:
      id === null
        ? skipToken
        : () => unwrap(api.GET('/api/money-requests/{id}', { params: { path: { id } } })),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
}
