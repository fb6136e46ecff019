import { Detail, DetailList } from '@/components/ui/detail-list';
import { Money } from '@/components/ui/money';
import { messageOf } from '@/lib/api/api-error';
import type { AdminTransaction } from '@/lib/api/types';
import { TRANSACTION_STATUS_CHOICES } from '@/lib/constants';
import { humanize } from '@/lib/format';
import { toast } from '@/lib/toast';
import { nameOf } from '../person';
import { StatusDialog, type StatusValues } from '../status-dialog';
import { useUpdateTransaction } from './queries/use-update-transaction';

type UpdateTransactionProps = {
  transaction: AdminTransaction;
  onShowCurrent: () => void;
  onClose: () => void;
};

/** The Update Transaction Status dialog (PAY-10). */
export function UpdateTransaction({ transaction, onShowCurrent, onClose }: UpdateTransactionProps) {
  const update = useUpdateTransaction();
  const customer = nameOf(transaction.user);

  const save = async ({ status, adminNotes }: StatusValues) => {
    const body = { status, adminNotes, expectedRevision: transaction.revision };
    await update.mutateAsync({ id: transaction.id, body });
    toast({ title: 'Transaction status updated successfully' });
    onClose();
  };
  return (
    <StatusDialog
      title="Update Transaction Status"
      description={`${humanize(transaction.kind)} of ${customer}`}
      subject={transaction}
      customer={customer}
      direction={transaction.kind === 'transfer' ? 'outgoing' : 'incoming'}
      statuses={TRANSACTION_STATUS_CHOICES}
      failureOf={(error) => messageOf(error, 'Failed to update transaction status')}
      submitLabel="Update Status"
      onSave={save}
      onShowCurrent={onShowCurrent}
      onClose={onClose}
    >
      <DetailList className="-mt-2.5 border-b border-rule">
        <Detail term="Description">{transaction.description}</Detail>
        <Detail term="Date">{transaction.formattedDate}</Detail>
        {transaction.category ? <Detail term="Category">{humanize(transaction.category)}</Detail> : null}
        {transaction.feeCents > 0 ? (
          <Detail term="Fee">
            <Money cents={transaction.feeCents} />
          </Detail>
        ) : null}
        <Detail term="Amount" isTotal>
          <Money cents={transaction.amountCents} />
        </Detail>
      </DetailList>
    </StatusDialog>
  );
}
