import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { DataTable, type Column } from '@/components/ui/data-table';
import { Money } from '@/components/ui/money';
import { StatusBadge } from '@/components/ui/status-badge';
import type { IncomingPayment } from '@/lib/api/types';
import { PAYMENT_STATUSES } from '@/lib/constants';
import { useSelection } from '@/lib/list/use-selection';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { BulkBar } from '../bulk-bar';
import { ListPanel } from '../list-panel';
import { TransactionListFilters } from '../transaction-list-filters';
import { paymentLabel } from '../payment-label';
import { Person } from '../person';
import { RowButton } from '../row-button';
import { useOpenRow } from '../use-open-row';
import { fetchIncomingPayment, useIncomingPayments } from './queries/use-incoming-payments';
import { CreateIncomingPayment } from './create-incoming-payment';
import { EditIncomingPayment } from './edit-incoming-payment';

/** The list of incoming payments. */
export function IncomingTab() {
  const payments = useIncomingPayments();
  const selection = useSelection();
  const opened = useOpenRow(QUERY_KEYS.adminIncomingPayments, fetchIncomingPayment);
  const [isCreating, setIsCreating] = useState(false);
  return (
    <>
      <ListPanel
        title="Incoming Payments"
        description="A payment reaches the customer when it is completed."
        list={payments.list}
        emptyTitle="No incoming payments yet"
        noMatchTitle="No incoming payments match your filters"
        isFiltered={payments.isFiltered}
        onClearFilters={payments.clearFilters}
        csvHref={payments.csvHref}
        filters={<TransactionListFilters list={payments} statuses={PAYMENT_STATUSES} />}
        actions={
          <Button onClick={() => setIsCreating(true)}>
            <Plus aria-hidden="true" className="size-4" />
            Create Incoming Payment
          </Button>
        }
      >
        {(rows) => (
          <>
            <BulkBar
              direction="incoming"
              rows={rows}
              selection={selection}
              nameOf={labelOfPayment}
              quick={{ approve: 'Complete' }}
            />
            <DataTable
              caption="Incoming payments"
              columns={columns(opened.open)}
              rows={rows}
              rowKey={(row) => row.id}
              selection={{ ...selection, nameOf: labelOfPayment }}
            />
          </>
        )}
      </ListPanel>
      {isCreating ? <CreateIncomingPayment onClose={() => setIsCreating(false)} /> : null}
      {opened.row ? (
        <EditIncomingPayment
          key={opened.row.revision}
          payment={opened.row}
          onShowCurrent={opened.showCurrent}
          onClose={opened.close}
        />
      ) : null}
    </>
  );
}

function labelOfPayment(payment: IncomingPayment): string {
  return paymentLabel('to', payment);
}

const columns = (onOpen: (payment: IncomingPayment) => void): Column<IncomingPayment>[] => [
  { id: 'person', header: 'To', isTitle: true, cell: (row) => <Person person={row.user} /> },
  {
    id: 'description',
    header: 'Description',
    cell: (row) => (
      <span className="block">
        <span className="block font-[550]">{row.description}</span>
        <span className="block text-ink-3">{row.paymentFor}</span>
      </span>
    ),
  },
  { id: 'from', header: 'From', cell: (row) => <span className="tnum">{row.fromAccount}</span> },
  {
    id: 'amount',
    header: 'Amount',
    isNumeric: true,
    cell: (row) => <Money cents={row.amountCents} className="font-semibold" />,
  },
  { id: 'status', header: 'Status', cell: (row) => <StatusBadge status={row.status} /> },
  {
    id: 'date',
    header: 'Date',
    cell: (row) => <span className="tnum whitespace-nowrap">{row.formattedDate}</span>,
  },
  {
    id: 'actions',
    header: 'Actions',
    isActions: true,
    cell: (row) => (
      <RowButton label="Edit" fullLabel={`Edit ${labelOfPayment(row)}`} onClick={() => onOpen(row)} />
    ),
  },
];
