import { Check, X } from 'lucide-react';
import { PAYMENT_STATUSES } from '@moniker/common/transactions.js';
import { Money } from '@/components/ui/money';
import type { AdminTransfer } from '@/lib/api/types';
import { amountColumn, personColumn, stateColumns, twoLineColumn } from './payment-columns';
import type { PaymentAction, PaymentDeclaration } from './payment-declaration';
import { PaymentsTab } from './payments-tab';
import { TRANSFER_CALLS } from './queries/payment-calls';
import { ReviewTransfer } from './review-transfer';

const REVIEW: PaymentAction = { id: 'review', label: 'Review' };

/** The Approve and Reject buttons appear only while a transfer is pending (TRF-16). Each opens a preview. */
const QUICK_AND_REVIEW: readonly PaymentAction[] = [
  { id: 'approved', label: 'Approve', Icon: Check },
  { id: 'rejected', label: 'Reject', variant: 'danger', Icon: X },
  REVIEW,
];

const TRANSFERS: PaymentDeclaration<AdminTransfer> = {
  title: 'Outgoing Pays',
  description: 'Pending amounts stay on hold until you decide.',
  viewerDescription: 'Pending amounts stay on hold until a decision is made.',
  caption: 'Outgoing transfers',
  noun: 'transfer requests',
  calls: TRANSFER_CALLS,
  statuses: PAYMENT_STATUSES,
  columns: [
    personColumn('From'),
    twoLineColumn('To', (row) => [row.recipientName, row.purpose]),
    amountColumn((row) => <Amount transfer={row} />),
    ...stateColumns<AdminTransfer>('Requested', ({ createdAt }) => createdAt),
  ],
  directionOf: () => 'outgoing',
  actionsOf: ({ status }) => (status === 'pending' ? QUICK_AND_REVIEW : [REVIEW]),
  Dialog: ReviewTransfer,
  bulk: { direction: 'outgoing', approveLabel: 'Approve', rejectLabel: 'Reject' },
};

/** The list of outgoing transfers. */
export function TransfersTab() {
  return <PaymentsTab declaration={TRANSFERS} />;
}

function Amount({ transfer }: { transfer: AdminTransfer }) {
  return (
    <span className="block">
      <Money cents={transfer.amountCents} className="block font-semibold" />
      <span className="block text-xs whitespace-nowrap text-ink-3">
        Fee <Money cents={transfer.feeCents} dimsCents={false} />, net{' '}
        <Money cents={transfer.netAmountCents} dimsCents={false} />
      </span>
    </span>
  );
}
