import { useMoneyRequests } from '@/lib/queries/use-money-requests';
import { useRecentTransactions } from '@/lib/queries/use-recent-transactions';
import { useRecipients } from '@/lib/queries/use-recipients';
import { peopleOf, type Person } from '../people';

/** The people whom the customer knows by their moniker, as far as they are loaded. */
export function usePeople(): readonly Person[] {
  const recipients = useRecipients();
  const requests = useMoneyRequests();
  const payments = useRecentTransactions();
  return peopleOf(recipients.data ?? [], requests.data ?? [], payments.data ?? []);
}
