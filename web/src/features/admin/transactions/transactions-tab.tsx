import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { DataTable, type Column } from '@/components/ui/data-table';
import { Money } from '@/components/ui/money';
import { StatusBadge } from '@/components/ui/status-badge';
import type { AdminTransaction } from '@/lib/api/types';
import { humanize } from '@/lib/format';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { isIncoming } from '@/lib/transactions';
import { ListPanel } from '../list-panel';
import { TransactionListFilters } from '../transaction-list-filters';
import { paymentLabel } from '../payment-label';
import { Person } from '../person';
import { RowButton } from '../row-button';
import { useOpenRow } from '../use-open-row';
import { CreateTransaction } from './create-transaction';
import { fetchTransaction, useTransactions } from './queries/use-transactions';
import { UpdateTransaction } from './update-transaction';

const STATUSES = ['pending', 'initiated', 'in_review', 'processing', 'completed', 'failed', 'cancelled'];

const KINDS = [
  { value: 'transfer', label: 'Outgoing pays' },
  { value: 'incoming_payment', label: 'Incoming payments' },
  { value: 'credit', label: 'Credits' },
  { value: 'adjustment', label: 'Balance edits' },
];

/** The list of transactions of every kind. */
export function TransactionsTab() {
  const transactions = useTransactions();
  const opened = useOpenRow(QUERY_KEYS.adminTransactions, fetchTransaction);
  const [isCreating, setIsCreating] = useState(false);
  return (
    <>
      <ListPanel
        title="Transactions"
        description="Everything that moves or may move money. Balance edits are final."
        list={transactions.list}
        emptyTitle="No transactions yet"
        noMatchTitle="No transactions match your filters"
        isFiltered={transactions.isFiltered}
        onClearFilters={transactions.clearFilters}
        csvHref={transactions.csvHref}
        filters={<TransactionListFilters list={transactions} statuses={STATUSES} kinds={KINDS} />}
        actions={
          <Button onClick={() => setIsCreating(true)}>
            <Plus aria-hidden="true" className="size-4" />
            Create Transaction
          </Button>
        }
      >
        {(rows) => (
          <DataTable
            caption="Transactions"
            columns={columns(opened.open)}
            rows={rows}
            rowKey={(row) => row.id}
          />
        )}
      </ListPanel>
      {isCreating ? <CreateTransaction onClose={() => setIsCreating(false)} /> : null}
      {opened.row ? (
        <UpdateTransaction
          key={opened.row.revision}
          transaction={opened.row}
          onShowCurrent={opened.showCurrent}
          onClose={opened.close}
        />
      ) : null}
    </>
  );
}

const columns = (onOpen: (transaction: AdminTransaction) => void): Column<AdminTransaction>[] => [
  { id: 'person', header: 'Customer', isTitle: true, cell: (row) => <Person person={row.user} /> },
  {
    id: 'description',
    header: 'Description',
    cell: (row) => (
      <span className="block">
        <span className="block font-[550]">{row.description}</span>
        <span className="block text-ink-3">{humanize(row.kind)}</span>
      </span>
    ),
  },
  {
    id: 'amount',
    header: 'Amount',
    isNumeric: true,
    cell: (row) => (
      <Money
        cents={isIncoming(row) ? row.amountCents : -row.amountCents}
        isSigned
        className="font-semibold"
      />
    ),
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
    isBlank: (row) => row.kind === 'adjustment',
    cell: (row) =>
      row.kind === 'adjustment' ? null : (
        <RowButton
          label="Update Status"
          fullLabel={`Update status of ${paymentLabel(isIncoming(row) ? 'to' : 'from', row)}`}
          onClick={() => onOpen(row)}
        />
      ),
  },
];
