import { KYC_STATUSES } from '@moniker/common/applications.js';
import { TableTime } from '@/components/time/bank-time';
import { Link } from 'react-router-dom';
import { buttonClass } from '@/components/ui/button';
import { DataTable, type Column } from '@/components/ui/data-table';
import { api, unwrap } from '@/lib/api/client';
import type { AdminKyc, QueryParams } from '@/lib/api/types';
import { humanize } from '@/lib/format';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { APPLICATION_FILTERS, ApplicationFilters } from '../application-filters';
import { ApplicationStatus, isUndecided } from '../application-status';
import { ListPanel } from '../list-panel';
import { Person } from '../person';
import { useAdminList, type AdminList } from '../use-admin-list';

const APPLICATIONS: AdminList<
  AdminKyc,
  QueryParams<'/api/admin/kyc-applications'>,
  (typeof APPLICATION_FILTERS)[number]
> = {
  path: '/api/admin/kyc-applications',
  queryKey: QUERY_KEYS.adminKycApplications,
  read: (query) => unwrap(api.GET('/api/admin/kyc-applications', { params: { query } })),
  saved: 'kyc',
  filters: APPLICATION_FILTERS,
};

/** The list of KYC applications. */
export function KycTab() {
  const list = useAdminList(APPLICATIONS);
  return (
    <ListPanel
      title="KYC Applications"
      description="We record every time someone views an SSN or a document."
      emptyTitle="No KYC applications yet"
      noMatchTitle="No KYC applications match your filters"
      {...list.panel}
      filters={<ApplicationFilters label="Search KYC applications" statuses={KYC_STATUSES} list={list} />}
    >
      {(rows) => (
        <DataTable caption="KYC applications" columns={COLUMNS} rows={rows} rowKey={(row) => row.id} />
      )}
    </ListPanel>
  );
}

const COLUMNS: Column<AdminKyc>[] = [
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
  { id: 'status', header: 'Status', cell: (row) => <ApplicationStatus application={row} /> },
  {
    id: 'date',
    header: 'Submitted',
    cell: (row) => <TableTime value={row.submittedAt} isWaiting={isUndecided(row) && !row.isReplaced} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    isActions: true,
    cell: (row) => (
      <Link
        to={`/admin/kyc/${row.id}`}
        aria-label={`Review ${row.firstName} ${row.lastName}'s application`}
        className={buttonClass({ variant: 'secondary', size: 'sm' })}
      >
        Review
      </Link>
    ),
  },
];
