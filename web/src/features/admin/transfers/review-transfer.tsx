import { Button } from '@/components/ui/button';
import { Detail, DetailList } from '@/components/ui/detail-list';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { Money } from '@/components/ui/money';
import { Select } from '@/components/ui/select';
import type { AdminTransfer, Body } from '@/lib/api/types';
import { PAYMENT_STATUSES } from '@/lib/constants';
import { formatDayAndTime, humanise } from '@/lib/format';
import { toast } from '@/lib/toast';
import { useForm } from '@/lib/use-form';
import { useReviewTransfer } from './queries/use-review-transfer';
import { nameOf } from '../person';
import { StatusConsequence } from '../status-consequence';
import { useAdminFailure } from '../use-admin-failure';

type ReviewTransferProps = { transfer: AdminTransfer; onClose: () => void };
type Status = Body<'/api/admin/transfer-requests/{id}', 'put'>['status'];

const NO_RULES = () => ({});

/** Review Transfer Request: the five statuses and notes (spec.md §4). */
export function ReviewTransfer({ transfer, onClose }: ReviewTransferProps) {
  const review = useReviewTransfer();
  const fail = useAdminFailure();
  const form = useForm({ status: transfer.status, adminNotes: transfer.adminNotes ?? '' }, NO_RULES);

  const send = ({ status, adminNotes }: { status: string; adminNotes: string }) =>
    review.mutate(
      {
        id: transfer.id,
        body: {
          status: status as Status,
          adminNotes: adminNotes.trim(),
          expectedRevision: transfer.revision,
        },
      },
      {
        onSuccess: () => {
          toast({ title: 'Transfer request updated successfully' });
          onClose();
        },
        onError: (error) => fail(error, 'Failed to update transfer request'),
      },
    );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Review Transfer Request"
      description={`Requested by ${nameOf(transfer.user)} on ${formatDayAndTime(transfer.createdAt)}`}
    >
      <TransferDetails transfer={transfer} />
      <form noValidate onSubmit={form.submit(send)} className="mt-5 space-y-5">
        <Field
          label="Status"
          hint={<StatusConsequence kind="outgoing" from={transfer.status} to={form.values.status} />}
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
        <Field label="Admin notes" isOptional>
          {(control) => <Textarea {...control} {...form.bind('adminNotes')} />}
        </Field>
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isBusy={review.isPending}>
            Update Transfer
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function TransferDetails({ transfer }: { transfer: AdminTransfer }) {
  return (
    <DetailList className="-mt-2.5 border-b border-rule">
      <Detail term="Recipient">{transfer.recipientName}</Detail>
      <Detail term="Account number">{transfer.recipientAccount}</Detail>
      <Detail term="Routing number">{transfer.recipientRouting}</Detail>
      <Detail term="Purpose">{transfer.purpose}</Detail>
      <Detail term="Category">{humanise(transfer.category)}</Detail>
      <Detail term="Amount">
        <Money cents={transfer.amountCents} />
      </Detail>
      <Detail term="Fee">
        <Money cents={-transfer.feeCents} />
      </Detail>
      <Detail term="Recipient gets" isTotal>
        <Money cents={transfer.netAmountCents} />
      </Detail>
    </DetailList>
  );
}
