import { PAYMENT_STATUSES } from '@moniker/common/transactions.js';
import { Exact } from '@/components/ui/exact';
import { Money } from '@/components/ui/money';
import type { IncomingPayment } from '@/lib/api/types';
import { CreateIncomingPayment } from './create-incoming-payment';
import { EditIncomingPayment } from './edit-incoming-payment';
import { amountColumn, personColumn, stateColumns, twoLineColumn } from './payment-columns';
import type { PaymentDeclaration } from './payment-declaration';
import { PaymentsTab } from './payments-tab';
import { INCOMING_CALLS } from './queries/payment-calls';

const INCOMING: PaymentDeclaration<IncomingPayment> = {
  title: 'Incoming Payments',
  description: 'Customers get the money when you mark a payment as completed.',
  viewerDescription: 'Customers get the money once a payment is completed.',
  caption: 'Incoming payments',
  noun: 'incoming payments',
  calls: INCOMING_CALLS,
  statuses: PAYMENT_STATUSES,
  columns: [
    personColumn('To'),
    twoLineColumn('Description', (row) => [row.description, row.paymentFor]),
    { id: 'from', header: 'From', cell: (row) => <Exact className="tnum">{row.fromAccount}</Exact> },
    amountColumn((row) => <Money cents={row.amountCents} className="font-semibold" />),
    ...stateColumns<IncomingPayment>('Date', ({ created_at }) => created_at),
  ],
  directionOf: () => 'incoming',
  // A payment that comes from another customer's transfer changes only with that transfer.
  actionsOf: ({ transferId }) => (transferId === null ? [{ id: 'edit', label: 'Edit' }] : []),
  Dialog: EditIncomingPayment,
  bulk: { direction: 'incoming', approveLabel: 'Complete' },
  create: { label: 'Create Incoming Payment', Dialog: CreateIncomingPayment },
};

/** The list of incoming payments. */
export function IncomingTab() {
  return <PaymentsTab declaration={INCOMING} />;
}
