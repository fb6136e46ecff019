import { useState } from 'react';
import { Detail, DetailList } from '@/components/ui/detail-list';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Money } from '@/components/ui/money';
import type { RequestBody, IncomingPayment } from '@/lib/api/types';
import { PAYMENT_STATUSES } from '@/lib/constants';
import { toast } from '@/lib/toast';
import { useUpdateIncomingPayment } from './queries/use-update-incoming-payment';
import { nameOf } from '../person';
import { StatusDialog, type StatusValues } from '../status-dialog';
import { localInputToIso, isoToLocalInput } from './local-date';

type EditIncomingPaymentProps = {
  payment: IncomingPayment;
  onShowCurrent: () => void;
  onClose: () => void;
};
type EditBody = RequestBody<'/api/admin/incoming-payments/{id}', 'put'>;

/** The Edit Incoming Payment dialog: status, notes and displayed date (PAY-5). */
export function EditIncomingPayment({ payment, onShowCurrent, onClose }: EditIncomingPaymentProps) {
  const update = useUpdateIncomingPayment();
  const initialDate = isoToLocalInput(payment.created_at);
  const [date, setDate] = useState(initialDate);
  const customer = nameOf(payment.user);

  const save = async ({ status, adminNotes }: StatusValues) => {
    const changed = date === initialDate ? undefined : localInputToIso(date);
    const body: EditBody = {
      status: status as EditBody['status'],
      adminNotes,
      expectedRevision: payment.revision,
      ...(changed && { created_at: changed }),
    };
    const { userBalance } = await update.mutateAsync({ id: payment.id, body });
    const balance = userBalance ? `. User balance: ${withDollar(userBalance)}` : '';
    toast({ title: `Payment updated successfully${balance}` });
    onClose();
  };
  return (
    <StatusDialog
      title="Edit Incoming Payment"
      description={`For ${customer}`}
      subject={payment}
      customer={customer}
      direction="incoming"
      statuses={PAYMENT_STATUSES}
      failureOf={() => 'Failed to update incoming payment'}
      submitLabel="Update Payment"
      extra={
        <Field label="Date" isOptional>
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
      onSave={save}
      onShowCurrent={onShowCurrent}
      onClose={onClose}
    >
      <PaymentDetails payment={payment} />
    </StatusDialog>
  );
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

function withDollar(balance: string): string {
  return balance.includes('$') ? balance : `$${balance}`;
}
