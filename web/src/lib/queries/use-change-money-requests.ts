import { useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../api/client';
import type { RequestBody } from '../api/types';
import { invalidateQueries } from './invalidate-queries';
import { QUERY_KEYS } from './query-keys';
import { useIdempotentMutation } from './use-idempotent-mutation';
import { useMutation } from './use-mutation';

/** Asks for money. */
export function useAskForMoney() {
  return useIdempotentMutation(
    (body: RequestBody<'/api/money-requests', 'post'>, headers) =>
      unwrap(api.POST('/api/money-requests', { body, headers })),
    { invalidates: [QUERY_KEYS.moneyRequests] },
  );
}

type Closing = { id: string; as: 'canceled' | 'declined'; blocksAsker: boolean };

/** Cancels a request that the customer made, or declines one that the customer received. */
export function useCloseMoneyRequest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, as, blocksAsker }: Closing) => {
      const params = { path: { id } };
      return as === 'canceled'
        ? unwrap(api.POST('/api/money-requests/{id}/cancel', { params }))
        : unwrap(api.POST('/api/money-requests/{id}/decline', { params, body: { blocksAsker } }));
    },
    onSettled: () => invalidateQueries(client, [QUERY_KEYS.moneyRequests]),
  });
}
