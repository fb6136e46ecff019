import type { Recipient } from '@/lib/api/types';
import { useMoneyRequests } from '@/lib/queries/use-money-requests';
import { useRecentTransactions } from '@/lib/queries/use-recent-transactions';
import { peopleOf, type Person } from '../people';

/**
 * The people whom the customer knows by their moniker, from the data loaded so far. Loads requests and payments only
 * if `isNeeded`.
 */
export function usePeople(recipients: readonly Recipient[] = [], isNeeded = true): readonly Person[] {
  const requests = useMoneyRequests(isNeeded);
  const payments = useRecentTransactions(isNeeded);
  return peopleOf(recipients, requests.data ?? [], payments.data ?? []);
}
