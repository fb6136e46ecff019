import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useIdempotencyKey } from '@/lib/use-idempotency-key';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';

/** Everything that shows money, to customers and to admins. */
const MONEY_QUERY_KEYS = [
  QUERY_KEYS.adminTransferRequests,
  QUERY_KEYS.adminIncomingPayments,
  QUERY_KEYS.adminTransactions,
  QUERY_KEYS.adminUsers,
  QUERY_KEYS.adminStats,
  QUERY_KEYS.accountSummary,
  QUERY_KEYS.recentTransactions,
];

type Headers = { 'Idempotency-Key': string };

/** A call of an admin that may move money: repeated, it has one effect; done, whatever shows money is read again. */
export function useMoneyMutation<Input, Result>(call: (input: Input, headers: Headers) => Promise<Result>) {
  const client = useQueryClient();
  const idempotency = useIdempotencyKey();
  return useMutation({
    mutationFn: (input: Input) => call(input, { 'Idempotency-Key': idempotency.keyFor(input) }),
    onSuccess: () => {
      idempotency.settle();
      void invalidateQueries(client, MONEY_QUERY_KEYS);
    },
  });
}
