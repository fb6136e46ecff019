import { isOpenStatus } from '@moniker/common/transactions.js';
import type { Transaction } from '@/lib/api/types';
import { EntryList, type EntryRowProps } from './entry-list';
import { TransactionRow } from './transaction-row';

type PaymentListProps = {
  /** In the order of the history, with open ones first (TXN-2). */
  rows: readonly Transaction[];
  linkTo: (id: string) => NonNullable<EntryRowProps['link']>;
  actionOf?: (row: Transaction) => EntryRowProps['action'];
};

/** The customer's payments: first a group of open ones, then the others. */
export function PaymentList({ rows, linkTo, actionOf }: PaymentListProps) {
  const listOf = (label: string, group: readonly Transaction[]) => (
    <EntryList label={label}>
      {group.map((row) => (
        <TransactionRow key={row.id} transaction={row} link={linkTo(row.id)} action={actionOf?.(row)} />
      ))}
    </EntryList>
  );
  const open = rows.filter(({ status }) => isOpenStatus(status));
  const others = rows.slice(open.length);
  return (
    <>
      {open.length > 0 ? (
        <div className="border-b border-rule last:border-b-0">
          <p aria-hidden="true" className="caption pt-2">
            Pending
          </p>
          {listOf('Pending payments', open)}
        </div>
      ) : null}
      {open.length > 0 && others.length > 0 ? (
        <p aria-hidden="true" className="caption pt-4">
          Past payments
        </p>
      ) : null}
      {others.length > 0 ? listOf('Payments', others) : null}
    </>
  );
}
