import { useState } from 'react';
import { ACCOUNT_REQUEST_STATUSES } from '@moniker/common/applications.js';
import { TableTime } from '@/components/time/bank-time';
import { DataTable, type Column } from '@/components/ui/data-table';
import { Exact } from '@/components/ui/exact';
import { api, unwrap } from '@/lib/api/client';
import type { AdminAccountRequest, QueryParams } from '@/lib/api/types';
import { humanize } from '@/lib/format';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { APPLICATION_FILTERS, ApplicationFilters } from '../application-filters';
import { ApplicationStatus, isUndecided } from '../application-status';
import { ListPanel } from '../list-panel';
import { personName, Person } from '../person';
import { RowButton } from '../row-button';
import { useAdminList, type AdminList } from '../use-admin-list';
import { ManageAccountRequest } from './manage-account-request';

const REQUESTS: AdminList<
  AdminAccountRequest,
  QueryParams<'/api/admin/account-requests'>,
  (typeof APPLICATION_FILTERS)[number]
> = {
  path: '/api/admin/account-requests',
  queryKey: QUERY_KEYS.adminAccountRequests,
  read: (query) => unwrap(api.GET('/api/admin/account-requests', { params: { query } })),
  saved: 'requests',
  filters: APPLICATION_FILTERS,
};

/** The list of checking account requests. */
export function AccountRequestsTab() {
  const list = useAdminList(REQUESTS);
  const [open, setOpen] = useState<AdminAccountRequest | null>(null);
  return (
    <>
      <ListPanel
        title="Account Requests"
        description="Approving a request assigns the account and routing numbers."
        emptyTitle="No account requests yet"
        noMatchTitle="No account requests match your filters"
        {...list.panel}
        filters={
          <ApplicationFilters
            label="Search account requests"
            statuses={ACCOUNT_REQUEST_STATUSES}
            list={list}
          />
        }
      >
        {(rows) => (
          <DataTable
            caption="Account requests"
            columns={columns(setOpen)}
            rows={rows}
            rowKey={(row) => row.id}
          />
        )}
      </ListPanel>
      {open ? <ManageAccountRequest request={open} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

/** The account number; null if it is disabled. A request that is no longer approved keeps its disabled number. */
function numberOf({ status, accountNumber }: AdminAccountRequest): string | null {
  return status === 'approved' ? accountNumber : null;
}

const columns = (onOpen: (request: AdminAccountRequest) => void): Column<AdminAccountRequest>[] => [
  { id: 'person', header: 'User', isTitle: true, cell: (row) => <Person person={row.user} /> },
  { id: 'type', header: 'Type', cell: (row) => humanize(row.accountType) },
  { id: 'status', header: 'Status', cell: (row) => <ApplicationStatus application={row} /> },
  {
    id: 'number',
    header: 'Account number',
    isBlank: (row) => numberOf(row) === null,
    cell: (row) => <Exact className="tnum">{numberOf(row) ?? '–'}</Exact>,
  },
  {
    id: 'date',
    header: 'Submitted',
    cell: (row) => <TableTime value={row.createdAt} isWaiting={isUndecided(row) && !row.isReplaced} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    isActions: true,
    cell: (row) => (
      <RowButton
        label="Manage"
        fullLabel={`Manage ${personName(row.user)}'s request`}
        onClick={() => onOpen(row)}
      />
    ),
  },
];
