import { useState } from 'react';
import { DataTable, type Column } from '@/components/ui/data-table';
import { Money } from '@/components/ui/money';
import { StatusBadge } from '@/components/ui/status-badge';
import type { AdminTransfer } from '@/lib/api/types';
import { formatCents } from '@/lib/money';
import { useTransferRequests } from './queries/use-transfer-requests';
import { Person } from '../person';
import { TabPanel } from '../tab-panel';
import { QuickDecision } from './quick-decision';
import { ReviewTransfer } from './review-transfer';

/** The queue of outgoing transfers. */
export function TransfersTab() {
  const query = useTransferRequests();
  const [openId, setOpenId] = useState<string | null>(null);
  const open = query.data?.find((transfer) => transfer.id === openId);
  return (
    <>
      <TabPanel
        title="Outgoing Pays"
        description="Pending amounts are on hold until they are decided."
        query={query}
        emptyTitle="No transfer requests yet"
      >
        {(rows) => (
          <DataTable
            caption="Outgoing transfers"
            columns={columns(setOpenId)}
            rows={rows}
            rowKey={(row) => row.id}
          />
        )}
      </TabPanel>
      {open ? <ReviewTransfer transfer={open} onClose={() => setOpenId(null)} /> : null}
    </>
  );
}

const columns = (onOpen: (id: string) => void): Column<AdminTransfer>[] => [
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
    cell: (row) => <QuickDecision transfer={row} onReview={() => onOpen(row.id)} />,
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
