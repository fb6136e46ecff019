import { useState } from 'react';
import { PAYMENT_STATUSES } from '@moniker/common/transactions.js';
import { Detail, DetailList } from '@/components/ui/detail-list';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Money } from '@/components/ui/money';
import type { IncomingPayment } from '@/lib/api/types';
import { bankTimeZone } from '@/lib/bank-time-zone';
import { formatCents } from '@/lib/money';
import { bankZoneAt, localTimeNote, zoneName } from '@/lib/time/bank-time';
import { personName } from '../person';
import { bankInputToIso, isoToBankInput } from './bank-time-input';
import type { PaymentDialogProps } from './payment-declaration';
import { INCOMING_CALLS, type IncomingBody } from './queries/payment-calls';
import { StatusDialog } from './status-dialog';

/** The Edit Incoming Payment dialog: status, notes and displayed date (PAY-5). */
export function EditIncomingPayment({ payment, action, ...rest }: PaymentDialogProps<IncomingPayment>) {
  const initialDate = isoToBankInput(payment.created_at);
  const [date, setDate] = useState(initialDate);
  const entered = bankInputToIso(date);
  const changedDate = date === initialDate ? undefined : entered;
  return (
    <StatusDialog
      {...rest}
      payment={payment}
      suggestedStatus={action}
      title="Edit Incoming Payment"
      description={`For ${personName(payment.user)}`}
      direction="incoming"
      statuses={PAYMENT_STATUSES}
      failureOf={() => 'Failed to update incoming payment'}
      submitLabel="Update Payment"
      extra={
        <Field label="Date" isOptional hint={dateHint(entered)}>
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              value={date}
              onChange={(event) => setDate(event.target.value)}
            />
          )}
        </Field>
      }
      isDateChanged={changedDate !== undefined}
      bodyOf={({ status, ...values }): IncomingBody => ({
        ...values,
        status: status as IncomingBody['status'],
        ...(changedDate && { created_at: changedDate }),
      })}
      update={INCOMING_CALLS.update}
      successOf={({ userBalanceCents }) =>
        userBalanceCents === undefined
          ? 'Payment updated successfully'
          : `Payment updated successfully. User balance: ${formatCents(userBalanceCents)}`
      }
    >
      <PaymentDetails payment={payment} />
    </StatusDialog>
  );
}

/** Names the bank's time zone, and adds the local time if it differs (UI-29). */
function dateHint(entered: string | undefined): string {
  if (entered === undefined) return `In ${zoneName(bankTimeZone())}.`;
  const local = localTimeNote(entered);
  const zone = `In ${zoneName(bankTimeZone())} (${bankZoneAt(Date.parse(entered))}).`;
  return local === null ? zone : `${zone} ${local}`;
}

function PaymentDetails({ payment }: { payment: IncomingPayment }) {
  return (
    <DetailList className="-mt-2.5 border-b border-rule">
      <Detail term="Description">{payment.description}</Detail>
      <Detail term="Payment for">{payment.paymentFor}</Detail>
      <Detail term="From">{payment.fromAccount}</Detail>
      <Detail term="From routing number">{payment.fromRouting}</Detail>
      <Detail term="Recipient">{payment.recipientName}</Detail>
      <Detail term="Amount" isTotal>
        <Money cents={payment.amountCents} />
      </Detail>
    </DetailList>
  );
}
