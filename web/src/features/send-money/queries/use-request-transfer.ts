import { useQueryClient } from '@tanstack/react-query';
import { isUnanswered } from '@/lib/api/api-error';
import { api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { createIdempotencyKeys } from '@/lib/idempotency-keys';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { useMutation } from '@/lib/queries/use-mutation';

type TransferBody = RequestBody<'/api/transfer/request', 'post'>;

/**
 * How a transfer was accepted: at the first attempt, at a retry after a lost request (`resent`), or by an earlier attempt
 * whose answer was lost (`repeated`).
 */
export type Arrival = 'first' | 'resent' | 'repeated';

// Kept outside the component: a customer who leaves the page after a lost answer and returns must not pay twice.
const idempotency = createIdempotencyKeys();
const unsettled = new Set<string>();

/** Whether an attempt to send this transfer got no response. */
export function isUnsettled(body: TransferBody): boolean {
  return unsettled.has(JSON.stringify(body));
}

/**
 * Requests a transfer, and invalidates every query that shows its effect (UI-12). A repeated request has the key of the
 * attempt whose answer was lost (TRF-29). `onError` is also called after the page was left.
 */
export function useRequestTransfer(onError: (error: unknown) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: requestTransfer,
    onError: (error, body) => {
      if (isUnanswered(error)) unsettled.add(JSON.stringify(body));
      onError(error);
    },
    onSuccess: (_, body) => {
      idempotency.settle(body);
      unsettled.delete(JSON.stringify(body));
      void invalidateQueries(client, [
        QUERY_KEYS.recentTransactions,
        QUERY_KEYS.accountSummary,
        QUERY_KEYS.adminTransactions,
        QUERY_KEYS.adminUsers,
        QUERY_KEYS.adminStats,
      ]);
    },
  });
}

async function requestTransfer(body: TransferBody): Promise<Arrival> {
  const headers = { 'Idempotency-Key': idempotency.keyFor(body) };
  const { response } = await api.POST('/api/transfer/request', { body, headers });
  if (!isUnsettled(body)) return 'first';
  return response.headers.get('Idempotent-Replay') === 'true' ? 'repeated' : 'resent';
}
