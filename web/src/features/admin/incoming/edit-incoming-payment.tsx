import { Button } from '@/components/ui/button';
import { Detail, DetailList } from '@/components/ui/detail-list';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input, Textarea } from '@/components/ui/input';
import { Money } from '@/components/ui/money';
import { Select } from '@/components/ui/select';
import type { Body, IncomingPayment } from '@/lib/api/types';
import { PAYMENT_STATUSES } from '@/lib/constants';
import { humanise } from '@/lib/format';
import { whenBlank } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { useForm } from '@/lib/use-form';
import { useUpdateIncomingPayment } from './queries/use-update-incoming-payment';
import { nameOf } from '../person';
import { StatusConsequence } from '../status-consequence';
import { useAdminFailure } from '../use-admin-failure';
import { isoOfLocal, localOfIso } from './local-date';

type EditIncomingPaymentProps = { payment: IncomingPayment; onClose: () => void };
type EditBody = Body<'/api/admin/incoming-payments/{id}', 'put'>;
type EditValues = { status: string; adminNotes: string; date: string };

const validate = (values: EditValues) => ({ status: whenBlank(values.status, 'Select a status') });

/** Edit Incoming Payment: status, notes and the date that is shown (spec.md §2 and §5). */
export function EditIncomingPayment({ payment, onClose }: EditIncomingPaymentProps) {
  const update = useUpdateIncomingPayment();
  const fail = useAdminFailure();
  const initialDate = localOfIso(payment.created_at);
  const form = useForm<EditValues>(
    { status: payment.status, adminNotes: payment.adminNotes ?? '', date: initialDate },
    validate,
  );

  const send = (values: EditValues) => {
    const date = values.date === initialDate ? undefined : isoOfLocal(values.date);
    const body: EditBody = {
      status: values.status as EditBody['status'],
      adminNotes: values.adminNotes.trim(),
      expectedRevision: payment.revision,
      ...(date && { created_at: date }),
    };
    update.mutate(
      { id: payment.id, body },
      {
        onSuccess: ({ userBalance }) => {
          const balance = userBalance ? `. User balance: ${withDollar(userBalance)}` : '';
          toast({ title: `Payment updated successfully${balance}` });
          onClose();
        },
        onError: (error) => fail(error, 'Failed to update incoming payment'),
      },
    );
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Edit Incoming Payment"
      description={`For ${nameOf(payment.user)}`}
    >
      <PaymentDetails payment={payment} />
      <form noValidate onSubmit={form.submit(send)} className="mt-5 space-y-5">
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <Field
            label="Status"
            error={form.errors.status}
            hint={<StatusConsequence kind="incoming" from={payment.status} to={form.values.status} />}
          >
            {(control) => (
              <Select {...control} {...form.bind('status')}>
                {PAYMENT_STATUSES.map((status) => (
                  <option key={status} value={status}>
                    {humanise(status)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Date" isOptional>
            {(control) => <Input {...control} {...form.bind('date')} type="datetime-local" />}
          </Field>
        </div>
        <Field label="Admin notes" isOptional>
          {(control) => <Textarea {...control} {...form.bind('adminNotes')} />}
        </Field>
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isBusy={update.isPending}>
            Update Payment
          </Button>
        </DialogActions>
      </form>
    </Dialog>
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
