import { BankTime } from '@/components/time/bank-time';
import { Detail, DetailList } from '@/components/ui/detail-list';
import { Money } from '@/components/ui/money';
import { errorMessage } from '@/lib/api/api-error';
import type { AdminTransaction } from '@/lib/api/types';
import { TRANSACTION_STATUS_CHOICES } from '@/lib/constants';
import { humanize } from '@/lib/format';
import { personName } from '../person';
import type { PaymentDialogProps } from './payment-declaration';
import { TRANSACTION_CALLS } from './queries/payment-calls';
import { StatusDialog } from './status-dialog';

/** The Update Transaction Status dialog (PAY-10). */
export function UpdateTransaction({ payment, action, ...rest }: PaymentDialogProps<AdminTransaction>) {
  return (
    <StatusDialog
      {...rest}
      payment={payment}
      suggestedStatus={action}
      title="Update Transaction Status"
      description={`${personName(payment.user)}'s ${humanize(payment.kind).toLowerCase()}`}
      direction={payment.kind === 'transfer' ? 'outgoing' : 'incoming'}
      statuses={TRANSACTION_STATUS_CHOICES}
      failureOf={(error) => errorMessage(error, 'Failed to update transaction status')}
      submitLabel="Update Status"
      bodyOf={(values) => values}
      update={TRANSACTION_CALLS.update}
      successOf={() => 'Transaction status updated successfully'}
    >
      <DetailList className="-mt-2.5 border-b border-rule">
        <Detail term="Description">{payment.description}</Detail>
        <Detail term="Date">
          <BankTime value={payment.date} />
        </Detail>
        {payment.category ? <Detail term="Category">{humanize(payment.category)}</Detail> : null}
        {payment.feeCents > 0 ? (
          <Detail term="Fee">
            <Money cents={payment.feeCents} />
          </Detail>
        ) : null}
        <Detail term="Amount" isTotal>
          <Money cents={payment.amountCents} />
        </Detail>
      </DetailList>
    </StatusDialog>
  );
}
