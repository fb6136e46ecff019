import { PAYMENT_STATUSES } from '@moniker/common/transactions.js';
import { BankTime } from '@/components/time/bank-time';
import { Detail, DetailList } from '@/components/ui/detail-list';
import { Money } from '@/components/ui/money';
import type { AdminTransfer } from '@/lib/api/types';
import { humanize } from '@/lib/format';
import { TRANSFER_TEXT_FIELDS } from '@/lib/transfer-texts';
import { personName } from '../person';
import type { PaymentDialogProps } from './payment-declaration';
import { TRANSFER_CALLS, type TransferBody } from './queries/payment-calls';
import { StatusDialog } from './status-dialog';

/** The quick decisions, as the API names them (TRF-16). */
const QUICK = {
  approved: { title: 'Approve Transfer Request', statuses: ['completed'], submitLabel: 'Approve Transfer' },
  rejected: { title: 'Reject Transfer Request', statuses: ['failed'], submitLabel: 'Reject Transfer' },
} as const;

const REVIEW = {
  title: 'Review Transfer Request',
  statuses: PAYMENT_STATUSES,
  submitLabel: 'Update Transfer',
} as const;

/** The Review Transfer Request dialog: the five statuses and notes, or one of the two quick decisions (TRF-17). */
export function ReviewTransfer({ payment, action, ...rest }: PaymentDialogProps<AdminTransfer>) {
  // If another admin has decided in the meantime, offer the full review instead of the quick decision.
  const decision =
    payment.status === 'pending' && (action === 'approved' || action === 'rejected') ? action : null;
  return (
    <StatusDialog
      {...rest}
      {...(decision ? QUICK[decision] : REVIEW)}
      payment={payment}
      description={
        <>
          Requested by {personName(payment.user)} on <BankTime value={payment.createdAt} isPointerOnly />
        </>
      }
      direction="outgoing"
      failureOf={() => 'Failed to update transfer request'}
      bodyOf={({ status, ...values }): TransferBody => ({
        ...values,
        status: decision ?? (status as TransferBody['status']),
      })}
      update={TRANSFER_CALLS.update}
      successOf={() => 'Transfer request updated successfully'}
    >
      <TransferDetails transfer={payment} isBrief={decision !== null} />
    </StatusDialog>
  );
}

type TransferDetailsProps = { transfer: AdminTransfer; isBrief: boolean };

/**
 * Details of the transfer. `isBrief` omits the routing number and the category. It also omits the amount and the fee,
 * because the preview below shows them.
 */
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
      {transfer.recipientId === null ? null : (
        <Detail term="Our customer">
          {transfer.recipientMoniker === null ? 'Account closed' : `$${transfer.recipientMoniker}`}
        </Detail>
      )}
      {transfer.isRecipientUnknown ? (
        <Detail term="Our customer">
          <span className="text-warning">No. Our routing number, but no such account</span>
        </Detail>
      ) : null}
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
