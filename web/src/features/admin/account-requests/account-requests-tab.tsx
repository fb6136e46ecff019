import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { DataTable, type Column } from '@/components/ui/data-table';
import { StatusBadge } from '@/components/ui/status-badge';
import type { AdminAccountRequest } from '@/lib/api/types';
import { formatDay, humanise } from '@/lib/format';
import { useAccountRequests } from './queries/use-account-requests';
import { nameOf, Person } from '../person';
import { TabPanel } from '../tab-panel';
import { ManageAccountRequest } from './manage-account-request';

export function AccountRequestsTab() {
  const query = useAccountRequests();
  const [openId, setOpenId] = useState<string | null>(null);
  const open = query.data?.find((request) => request.id === openId);
  return (
    <>
      <TabPanel
        title="Account Requests"
        description="Approving one assigns the account and routing numbers."
        query={query}
        emptyTitle="No account requests yet"
      >
        {(rows) => (
          <DataTable
            caption="Account requests"
            columns={columns(setOpenId)}
            rows={rows}
            rowKey={(row) => row.id}
          />
        )}
      </TabPanel>
      {open ? <ManageAccountRequest request={open} onClose={() => setOpenId(null)} /> : null}
    </>
  );
}

const columns = (onOpen: (id: string) => void): Column<AdminAccountRequest>[] => [
  { id: 'person', header: 'User', isTitle: true, cell: (row) => <Person person={row.user} /> },
  { id: 'type', header: 'Type', cell: (row) => humanise(row.accountType) },
  { id: 'status', header: 'Status', cell: (row) => <StatusBadge status={row.status} /> },
  {
    id: 'number',
    header: 'Account number',
    cell: (row) => <span className="tnum">{row.accountNumber ?? '–'}</span>,
  },
  {
    id: 'date',
    header: 'Submitted',
    cell: (row) => <span className="tnum">{formatDay(row.createdAt)}</span>,
  },
  {
    id: 'actions',
    header: 'Actions',
    isActions: true,
    cell: (row) => (
      <Button
        variant="secondary"
        size="sm"
        aria-label={`Manage the request of ${nameOf(row.user)}`}
        onClick={() => onOpen(row.id)}
      >
        Manage
      </Button>
    ),
  },
];
