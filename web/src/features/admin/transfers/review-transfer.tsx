import { Detail, DetailList } from '@/components/ui/detail-list';
import { Money } from '@/components/ui/money';
import type { AdminTransfer, RequestBody } from '@/lib/api/types';
import { PAYMENT_STATUSES } from '@/lib/constants';
import { humanize } from '@/lib/format';
import { toast } from '@/lib/toast';
import { TRANSFER_TEXT_FIELDS } from '@/lib/transfer-texts';
import { useReviewTransfer } from './queries/use-review-transfer';
import { nameOf } from '../person';
import { StatusDialog, type StatusValues } from '../status-dialog';

type ReviewBody = RequestBody<'/api/admin/transfer-requests/{id}', 'put'>;

/** A quick decision, as the API names it (TRF-16). */
export type QuickDecision = 'approved' | 'rejected';

const QUICK = {
  approved: { title: 'Approve Transfer Request', statuses: ['completed'], submitLabel: 'Approve Transfer' },
  rejected: { title: 'Reject Transfer Request', statuses: ['failed'], submitLabel: 'Reject Transfer' },
} as const;

const REVIEW = {
  title: 'Review Transfer Request',
  statuses: PAYMENT_STATUSES,
  submitLabel: 'Update Transfer',
} as const;

type ReviewTransferProps = {
  transfer: AdminTransfer;
  decision: QuickDecision | null;
  onShowCurrent: () => void;
  onClose: () => void;
};

/** The Review Transfer Request dialog: the five statuses and notes, or one of the two quick decisions (TRF-17). */
export function ReviewTransfer({ transfer, decision, onShowCurrent, onClose }: ReviewTransferProps) {
  const review = useReviewTransfer();
  const customer = nameOf(transfer.user);

  const save = async ({ status, adminNotes }: StatusValues) => {
    const body = { status: decision ?? (status as ReviewBody['status']), adminNotes };
    await review.mutateAsync({ id: transfer.id, body: { ...body, expectedRevision: transfer.revision } });
    toast({ title: 'Transfer request updated successfully' });
    onClose();
  };
  return (
    <StatusDialog
      {...(decision ? QUICK[decision] : REVIEW)}
      description={`Requested by ${customer} on ${transfer.formattedDate}`}
      subject={transfer}
      customer={customer}
      direction="outgoing"
      failureOf={() => 'Failed to update transfer request'}
      onSave={save}
      onShowCurrent={onShowCurrent}
      onClose={onClose}
    >
      <TransferDetails transfer={transfer} isBrief={decision !== null} />
    </StatusDialog>
  );
}

type TransferDetailsProps = { transfer: AdminTransfer; isBrief: boolean };

/** Details of the transfer. `isBrief` omits what the previewed entries show. */
function TransferDetails({ transfer, isBrief }: TransferDetailsProps) {
  return (
    <DetailList className="-mt-2.5 border-b border-rule">
      {TRANSFER_TEXT_FIELDS.map(({ name, label, term = label, isMinor }) =>
        isBrief && isMinor ? null : (
          <Detail key={name} term={term}>
            {transfer[name]}
          </Detail>
        ),
      )}
      {isBrief ? null : (
        <>
          <Detail term="Category">{humanize(transfer.category)}</Detail>
          <Detail term="Amount">
            <Money cents={transfer.amountCents} />
          </Detail>
          <Detail term="Fee">
            <Money cents={-transfer.feeCents} />
          </Detail>
        </>
      )}
      <Detail term="Recipient gets" isTotal>
        <Money cents={transfer.netAmountCents} />
      </Detail>
    </DetailList>
  );
}
