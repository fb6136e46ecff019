import type { Transaction } from '@/lib/api/types';
import { formatBankClock, formatBankDate } from '@/lib/time/bank-time';
import { isIncoming } from '@/lib/transactions';
import { EntryRow, type EntryRowProps, type LedgerEntry } from './entry-list';

type TransactionRowProps = { transaction: Transaction; link: NonNullable<EntryRowProps['link']> } & Pick<
  EntryRowProps,
  'action'
>;

/** A row for one of the customer's transactions. */
export function TransactionRow({ transaction, link, action }: TransactionRowProps) {
  const entry: LedgerEntry = {
    ...transaction,
    dateLabel: <EntryDate value={transaction.date} />,
    direction: isIncoming(transaction) ? 'in' : 'out',
  };
  return <EntryRow entry={entry} link={link} action={action} />;
}

/**
 * The date in the bank's time zone, with the time of day on wide screens. The transaction's panel adds the local time
 * (UI-29).
 */
function EntryDate({ value }: { value: string }) {
  return (
    <time dateTime={value}>
      {formatBankDate(value)}
      <span className="max-sm:hidden">, {formatBankClock(value)}</span>
    </time>
  );
}
