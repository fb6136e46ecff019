import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { DataTable, type Column } from '@/components/ui/data-table';
import { Money } from '@/components/ui/money';
import { StatusBadge } from '@/components/ui/status-badge';
import type { IncomingPayment } from '@/lib/api/types';
import { formatCents } from '@/lib/money';
import { useIncomingPayments } from './queries/use-incoming-payments';
import { nameOf, Person } from '../person';
import { TabPanel } from '../tab-panel';
import { CreateIncomingPayment } from './create-incoming-payment';
import { EditIncomingPayment } from './edit-incoming-payment';

export function IncomingTab() {
  const query = useIncomingPayments();
  const [openId, setOpenId] = useState<string | null>(null);
  const [isCreating, setIsCreating] = useState(false);
  const open = query.data?.find((payment) => payment.id === openId);
  return (
    <>
      <TabPanel
        title="Incoming Payments"
        description="A payment reaches the customer when it is completed."
        query={query}
        emptyTitle="No incoming payments yet"
        actions={
          <Button onClick={() => setIsCreating(true)}>
            <Plus aria-hidden="true" className="size-4" />
            Create Incoming Payment
          </Button>
        }
      >
        {(rows) => (
          <DataTable
            caption="Incoming payments"
            columns={columns(setOpenId)}
            rows={rows}
            rowKey={(row) => row.id}
          />
        )}
      </TabPanel>
      {isCreating ? <CreateIncomingPayment onClose={() => setIsCreating(false)} /> : null}
      {open ? <EditIncomingPayment payment={open} onClose={() => setOpenId(null)} /> : null}
    </>
  );
}

const columns = (onOpen: (id: string) => void): Column<IncomingPayment>[] => [
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
      <Button
        variant="secondary"
        size="sm"
        aria-label={`Edit ${formatCents(row.amountCents)} to ${nameOf(row.user)}`}
        onClick={() => onOpen(row.id)}
      >
        Edit
      </Button>
    ),
  },
];
