import { useState } from 'react';
import { DataTable, type Column } from '@/components/ui/data-table';
import { Money } from '@/components/ui/money';
import { StatusBadge } from '@/components/ui/status-badge';
import type { AdminTransfer } from '@/lib/api/types';
import { PAYMENT_STATUSES } from '@/lib/constants';
import { useSelection } from '@/lib/list/use-selection';
import { formatCents } from '@/lib/money';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { BulkBar } from '../bulk-bar';
import { ListPanel } from '../list-panel';
import { TransactionListFilters } from '../transaction-list-filters';
import { paymentLabel } from '../payment-label';
import { Person } from '../person';
import { useOpenRow } from '../use-open-row';
import { fetchTransfer, useTransferRequests } from './queries/use-transfer-requests';
import { ReviewTransfer, type QuickDecision } from './review-transfer';
import { TransferActions } from './transfer-actions';

/** The list of outgoing transfers. */
export function TransfersTab() {
  const transfers = useTransferRequests();
  const selection = useSelection();
  const opened = useOpenRow(QUERY_KEYS.adminTransferRequests, fetchTransfer);
  const [decision, setDecision] = useState<QuickDecision | null>(null);
  const open = (transfer: AdminTransfer, quick: QuickDecision | null) => {
    setDecision(quick);
    opened.open(transfer);
  };
  return (
    <>
      <ListPanel
        title="Outgoing Pays"
        description="Pending amounts are on hold until they are decided."
        list={transfers.list}
        emptyTitle="No transfer requests yet"
        noMatchTitle="No transfer requests match your filters"
        isFiltered={transfers.isFiltered}
        onClearFilters={transfers.clearFilters}
        csvHref={transfers.csvHref}
        filters={<TransactionListFilters list={transfers} statuses={PAYMENT_STATUSES} />}
      >
        {(rows) => (
          <>
            <BulkBar
              direction="outgoing"
              rows={rows}
              selection={selection}
              nameOf={labelOfTransfer}
              quick={{ approve: 'Approve', reject: 'Reject' }}
            />
            <DataTable
              caption="Outgoing transfers"
              columns={columns(open)}
              rows={rows}
              rowKey={(row) => row.id}
              selection={{ ...selection, nameOf: labelOfTransfer }}
            />
          </>
        )}
      </ListPanel>
      {opened.row ? (
        <ReviewTransfer
          key={opened.row.revision}
          transfer={opened.row}
          // If another admin has decided meanwhile, offer the full review instead of the quick decision.
          decision={opened.row.status === 'pending' ? decision : null}
          onShowCurrent={opened.showCurrent}
          onClose={opened.close}
        />
      ) : null}
    </>
  );
}

function labelOfTransfer(transfer: AdminTransfer): string {
  return paymentLabel('from', transfer);
}

type OnOpen = (transfer: AdminTransfer, quick: QuickDecision | null) => void;

const columns = (onOpen: OnOpen): Column<AdminTransfer>[] => [
  { id: 'person', header: 'From', isTitle: true, cell: (row) => <Person person={row.user} /> },
  { id: 'recipient', header: 'To', cell: (row) => <Recipient transfer={row} /> },
  { id: 'amount', header: 'Amount', isNumeric: true, cell: (row) => <Amount transfer={row} /> },
  { id: 'status', header: 'Status', cell: (row) => <StatusBadge status={row.status} /> },
  {
    id: 'date',
    header: 'Requested',
    cell: (row) => <span className="tnum whitespace-nowrap">{row.formattedDate}</span>,
  },
  {
    id: 'actions',
    header: 'Actions',
    isActions: true,
    cell: (row) => (
      <TransferActions
        transfer={row}
        onDecide={(decision) => onOpen(row, decision)}
        onReview={() => onOpen(row, null)}
      />
    ),
  },
];

function Recipient({ transfer }: { transfer: AdminTransfer }) {
  return (
    <span className="block">
      <span className="block font-[550]">{transfer.recipientName}</span>
      <span className="block text-ink-3">{transfer.purpose}</span>
    </span>
  );
}

function Amount({ transfer }: { transfer: AdminTransfer }) {
  return (
    <span className="block">
      <Money cents={transfer.amountCents} className="block font-semibold" />
      <span className="block text-xs whitespace-nowrap text-ink-3">
        Fee {formatCents(transfer.feeCents)}, net {formatCents(transfer.netAmountCents)}
      </span>
    </span>
  );
}
