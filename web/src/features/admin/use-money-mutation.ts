import { useQueryClient } from '@tanstack/react-query';
import { useIdempotencyKeys } from '@/lib/idempotency-keys';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { useMutation } from '@/lib/queries/use-mutation';

/** Queries whose results contain amounts. */
const MONEY_QUERY_KEYS = [
  QUERY_KEYS.adminTransferRequests,
  QUERY_KEYS.adminIncomingPayments,
  QUERY_KEYS.adminTransactions,
  QUERY_KEYS.adminUsers,
  QUERY_KEYS.adminStats,
  QUERY_KEYS.accountSummary,
  QUERY_KEYS.recentTransactions,
];

export type IdempotencyHeaders = { 'Idempotency-Key': string };

/**
 * A mutation by an admin that may move money. Sends an idempotency key, so that a retry has no second effect, and then
 * invalidates all queries that show amounts.
 */
export function useMoneyMutation<Input, Result>(
  call: (input: Input, headers: IdempotencyHeaders) => Promise<Result>,
) {
  const client = useQueryClient();
  const idempotency = useIdempotencyKeys();
  return useMutation({
    mutationFn: (input: Input) => call(input, { 'Idempotency-Key': idempotency.keyFor(input) }),
    onSuccess: (_, input) => {
      idempotency.settle(input);
      void invalidateQueries(client, MONEY_QUERY_KEYS);
    },
  });
}
