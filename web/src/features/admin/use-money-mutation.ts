import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { type IdempotencyHeaders, useIdempotentMutation } from '@/lib/queries/use-idempotent-mutation';

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

/** A mutation by an admin that may move money. On success, all queries whose results contain amounts are refetched. */
export function useMoneyMutation<Input, Result>(
  call: (input: Input, headers: IdempotencyHeaders) => Promise<Result>,
) {
  return useIdempotentMutation(call, { invalidates: (error) => (error ? [] : MONEY_QUERY_KEYS) });
}
