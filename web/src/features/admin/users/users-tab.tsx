import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/ui/button';
import { DataTable, type Column } from '@/components/ui/data-table';
import { Exact } from '@/components/ui/exact';
import { Money } from '@/components/ui/money';
import { Badge, StatusBadge } from '@/components/ui/status-badge';
import { api, unwrap } from '@/lib/api/client';
import type { AdminUser, QueryParams } from '@/lib/api/types';
import { usePermitted } from '@/lib/permissions';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { ChoiceFilter, SearchFilter } from '../list-filters';
import { ListPanel } from '../list-panel';
import { personName, Person } from '../person';
import { RowButton } from '../row-button';
import { useAdminList, type AdminList, type FilterControls } from '../use-admin-list';

// Loaded on demand (UI-21).
const CreditDialog = lazy(async () => ({ default: (await import('./credit-dialog')).CreditDialog }));
const UserDialog = lazy(async () => ({ default: (await import('./user-dialog')).UserDialog }));

const FILTERS = ['search', 'kycStatus', 'emailVerified', 'hasAccount', 'admin'] as const;
type UserFilterName = (typeof FILTERS)[number];

const USERS: AdminList<AdminUser, QueryParams<'/api/admin/users'>, UserFilterName> = {
  path: '/api/admin/users',
  queryKey: QUERY_KEYS.adminUsers,
  read: (query) => unwrap(api.GET('/api/admin/users', { params: { query } })),
  saved: 'users',
  filters: FILTERS,
};

/** The list of users. */
export function UsersTab() {
  const list = useAdminList(USERS);
  const [openId, setOpenId] = useState<string | null>(null);
  const [credit, setCredit] = useState<{ userId: string } | null>(null);
  const isPermitted = usePermitted();
  return (
    <>
      <ListPanel
        title="User Management"
        description="Everyone who has signed up."
        emptyTitle="No users yet"
        noMatchTitle="No users found matching your search"
        {...list.panel}
        filters={<UserFilters list={list} />}
        actions={
          isPermitted('payments:decide') ? (
            <Button onClick={() => setCredit({ userId: '' })}>
              <Plus aria-hidden="true" className="size-4" />
              Add Incoming Transaction
            </Button>
          ) : null
        }
      >
        {(users) => (
          <DataTable caption="Users" columns={columns(setOpenId)} rows={users} rowKey={(user) => user.id} />
        )}
      </ListPanel>
      <Suspense fallback={null}>
        {openId ? (
          <UserDialog
            id={openId}
            onClose={() => setOpenId(null)}
            onCredit={() => {
              setOpenId(null);
              setCredit({ userId: openId });
            }}
          />
        ) : null}
        {credit ? <CreditDialog userId={credit.userId} onClose={() => setCredit(null)} /> : null}
      </Suspense>
    </>
  );
}

const KYC_CHOICES = [
  { value: 'none', label: 'KYC not started' },
  { value: 'pending', label: 'KYC pending' },
  { value: 'approved', label: 'KYC approved' },
  { value: 'rejected', label: 'KYC rejected' },
];

const SORTS = [
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name', label: 'By name' },
  { value: 'email', label: 'By email' },
];

const booleanChoices = (yes: string, no: string) => [
  { value: 'true', label: yes },
  { value: 'false', label: no },
];

function UserFilters({ list }: { list: FilterControls<UserFilterName> }) {
  const { bind, bindSort } = list;
  return (
    <>
      <SearchFilter label="Search users" {...bind('search')} />
      <ChoiceFilter label="KYC status" allLabel="Any KYC" choices={KYC_CHOICES} {...bind('kycStatus')} />
      <ChoiceFilter
        label="Email verification"
        allLabel="Any email"
        choices={booleanChoices('Email verified', 'Email not verified')}
        {...bind('emailVerified')}
      />
      <ChoiceFilter
        label="Account number"
        allLabel="Any account"
        choices={booleanChoices('Has account number', 'No account number')}
        {...bind('hasAccount')}
      />
      <ChoiceFilter
        label="Role"
        allLabel="Any role"
        choices={booleanChoices('Admins', 'Customers')}
        {...bind('admin')}
      />
      <ChoiceFilter label="Sort users" allLabel="Newest first" choices={SORTS} {...bindSort()} />
    </>
  );
}

const columns = (onOpen: (id: string) => void): Column<AdminUser>[] => [
  { id: 'person', header: 'User', isTitle: true, cell: (user) => <UserCell user={user} /> },
  {
    id: 'balance',
    header: 'Balance',
    isNumeric: true,
    cell: (user) => <Money cents={user.accountBalanceCents} />,
  },
  {
    id: 'held',
    header: 'On hold',
    isNumeric: true,
    cell: (user) => <Money cents={user.pendingBalanceCents} />,
  },
  {
    id: 'account',
    header: 'Account number',
    isBlank: (user) => user.accountNumber === null,
    cell: (user) => <Exact className="tnum">{user.accountNumber ?? '–'}</Exact>,
  },
  {
    id: 'kyc',
    header: 'KYC',
    cell: (user) => (
      <StatusBadge status={user.kycStatus ?? 'none'} label={user.kycStatus ? undefined : 'Not Started'} />
    ),
  },
  {
    id: 'actions',
    header: 'Actions',
    isActions: true,
    cell: (user) => (
      <RowButton label="View" fullLabel={`View ${personName(user)}`} onClick={() => onOpen(user.id)} />
    ),
  },
];

function UserCell({ user }: { user: AdminUser }) {
  return (
    <Person person={user}>
      {user.isAdmin ? <Badge tone="info">Admin</Badge> : null}
      {user.isDisabledAdmin ? <Badge>Admin (access disabled)</Badge> : null}
      {user.isEmailVerified ? null : <Badge>Email not verified</Badge>}
      {user.status === 'frozen' ? <Badge tone="danger">Frozen</Badge> : null}
    </Person>
  );
}
