import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useIdempotencyKey } from '@/lib/idempotency';
import { KEYS } from '@/lib/queries/keys';
import { refresh } from '@/lib/queries/refresh';

/** Everything that shows money, to customers and to admins. */
const SHOWS_MONEY = [
  KEYS.adminTransferRequests,
  KEYS.adminIncomingPayments,
  KEYS.adminTransactions,
  KEYS.adminUsers,
  KEYS.adminStats,
  KEYS.accountSummary,
  KEYS.recentTransactions,
];

type Headers = { 'Idempotency-Key': string };

/** A call of an admin that may move money: repeated, it has one effect; done, whatever shows money is read again. */
export function useMoneyChange<Input, Result>(call: (input: Input, headers: Headers) => Promise<Result>) {
  const client = useQueryClient();
  const idempotency = useIdempotencyKey();
  return useMutation({
    mutationFn: (input: Input) => call(input, { 'Idempotency-Key': idempotency.keyFor(input) }),
    onSuccess: () => {
      idempotency.settle();
      void refresh(client, SHOWS_MONEY);
    },
  });
}
