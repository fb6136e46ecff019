import { useState } from 'react';
import { TableTime } from '@/components/time/bank-time';
import { DataTable, type Column } from '@/components/ui/data-table';
import { StatusBadge } from '@/components/ui/status-badge';
import type { AdminKyc } from '@/lib/api/types';
import { KYC_STATUSES } from '@/lib/constants';
import { humanize } from '@/lib/format';
import { hrefWith } from '@/lib/list/href-with';
import { ApplicationFilters } from '../application-filters';
import { ListPanel } from '../list-panel';
import { Person } from '../person';
import { RowButton } from '../row-button';
import { useListFilters } from '../use-list-filters';
import { KycDialog } from './kyc-dialog';
import { useKycApplications } from './queries/use-kyc-applications';

/** The list of KYC applications. */
export function KycTab() {
  const list = useListFilters(['search', 'status', 'accountType']);
  const [openId, setOpenId] = useState<string | null>(null);
  return (
    <>
      <ListPanel
        title="KYC Applications"
        description="Every access to an SSN or a document is recorded."
        list={useKycApplications(list.query)}
        emptyTitle="No KYC applications yet"
        noMatchTitle="No KYC applications match your filters"
        isFiltered={list.isFiltered}
        onClearFilters={list.clear}
        csvHref={hrefWith('/api/admin/kyc-applications.csv', list.query)}
        filters={<ApplicationFilters label="Search KYC applications" statuses={KYC_STATUSES} list={list} />}
      >
        {(rows) => (
          <DataTable
            caption="KYC applications"
            columns={columns(setOpenId)}
            rows={rows}
            rowKey={(row) => row.id}
          />
        )}
      </ListPanel>
      {openId ? <KycDialog id={openId} onClose={() => setOpenId(null)} /> : null}
    </>
  );
}

const columns = (onOpen: (id: string) => void): Column<AdminKyc>[] => [
  {
    id: 'applicant',
    header: 'Applicant',
    isTitle: true,
    cell: ({ firstName, lastName, user }) => <Person person={{ firstName, lastName, email: user.email }} />,
  },
  { id: 'type', header: 'Type', cell: (row) => humanize(row.accountType) },
  {
    id: 'company',
    header: 'Company',
    isBlank: (row) => row.companyName === null,
    cell: (row) => row.companyName ?? '–',
  },
  { id: 'status', header: 'Status', cell: (row) => <StatusBadge status={row.status} /> },
  {
    id: 'date',
    header: 'Submitted',
    cell: (row) => <TableTime value={row.submittedAt} isWaiting={row.status === 'pending'} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    isActions: true,
    cell: (row) => (
      <RowButton
        label="Review"
        fullLabel={`Review the application of ${row.firstName} ${row.lastName}`}
        onClick={() => onOpen(row.id)}
      />
    ),
  },
];
