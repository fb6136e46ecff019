import { Money } from '@/components/ui/money';
import type { AdminTransaction } from '@/lib/api/types';
import { humanize } from '@/lib/format';
import { isIncoming } from '@/lib/transactions';
import { CreateTransaction } from './create-transaction';
import { amountColumn, personColumn, stateColumns, twoLineColumn } from './payment-columns';
import type { PaymentDeclaration } from './payment-declaration';
import { PaymentsTab } from './payments-tab';
import { TRANSACTION_CALLS } from './queries/payment-calls';
import { UpdateTransaction } from './update-transaction';

const TRANSACTIONS: PaymentDeclaration<AdminTransaction> = {
  title: 'Transactions',
  description: "Every transaction, whatever its status. Balance edits can't be changed.",
  viewerDescription: 'Every transaction, whatever its status.',
  caption: 'Transactions',
  noun: 'transactions',
  calls: TRANSACTION_CALLS,
  statuses: ['pending', 'initiated', 'in_review', 'processing', 'completed', 'failed', 'cancelled'],
  kinds: [
    { value: 'transfer', label: 'Outgoing pays' },
    { value: 'incoming_payment', label: 'Incoming payments' },
    { value: 'credit', label: 'Credits' },
    { value: 'adjustment', label: 'Balance edits' },
  ],
  columns: [
    personColumn('Customer'),
    twoLineColumn('Description', (row) => [row.description, kindName(row.kind)]),
    amountColumn((row) => (
      <Money
        cents={isIncoming(row) ? row.amountCents : -row.amountCents}
        isSigned
        className="font-semibold"
      />
    )),
    ...stateColumns<AdminTransaction>('Date', ({ date }) => date),
  ],
  directionOf: (row) => (isIncoming(row) ? 'incoming' : 'outgoing'),
  actionsOf: ({ kind, transferId }) =>
    kind === 'adjustment' || transferId !== null
      ? []
      : [{ id: 'status', label: 'Update Status', verb: 'Update status of' }],
  Dialog: UpdateTransaction,
  create: { label: 'Create Transaction', Dialog: CreateTransaction },
};

/** For admins, an adjustment is called “Balance edit” (WORD-2). */
function kindName(kind: AdminTransaction['kind']): string {
  return kind === 'adjustment' ? 'Balance edit' : humanize(kind);
}

/** The list of transactions of every kind. */
export function TransactionsTab() {
  return <PaymentsTab declaration={TRANSACTIONS} />;
}
