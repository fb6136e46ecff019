import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { DataTable, type Column } from '@/components/ui/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { SearchInput } from '@/components/ui/input';
import { Money } from '@/components/ui/money';
import { Badge, StatusBadge } from '@/components/ui/status-badge';
import type { AdminUser } from '@/lib/api/types';
import { useAdminUsers } from '../use-admin-users';
import { nameOf, Person } from '../person';
import { TabPanel } from '../tab-panel';
import { CreditDialog } from './credit-dialog';
import { UserDialog } from './user-dialog';

/** Customers: search, details, balance, credit. */
export function UsersTab() {
  const query = useAdminUsers();
  const [search, setSearch] = useState('');
  const [openId, setOpenId] = useState<string | null>(null);
  const [credit, setCredit] = useState<{ userId: string } | null>(null);
  const open = query.data?.find((user) => user.id === openId);
  return (
    <>
      <TabPanel
        title="User Management"
        description="Everyone who has registered."
        query={query}
        emptyTitle="No users yet"
        actions={
          <>
            <SearchInput
              label="Search users"
              className="w-full sm:w-64"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
            <Button onClick={() => setCredit({ userId: '' })}>
              <Plus aria-hidden="true" className="size-4" />
              Add Incoming Transaction
            </Button>
          </>
        }
      >
        {(users) => <UsersTable users={searchUsers(users, search)} onOpen={setOpenId} />}
      </TabPanel>
      {open ? (
        <UserDialog
          user={open}
          onClose={() => setOpenId(null)}
          onCredit={() => {
            setOpenId(null);
            setCredit({ userId: open.id });
          }}
        />
      ) : null}
      {credit ? (
        <CreditDialog users={query.data ?? []} userId={credit.userId} onClose={() => setCredit(null)} />
      ) : null}
    </>
  );
}

function searchUsers(users: readonly AdminUser[], search: string): AdminUser[] {
  const words = search.trim().toLowerCase();
  return users.filter((user) =>
    [nameOf(user), user.email, user.moniker, user.phoneNumber ?? '', user.accountNumber ?? '']
      .join(' ')
      .toLowerCase()
      .includes(words),
  );
}

type UsersTableProps = { users: readonly AdminUser[]; onOpen: (id: string) => void };

function UsersTable({ users, onOpen }: UsersTableProps) {
  const columns: Column<AdminUser>[] = [
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
      cell: (user) => <span className="tnum">{user.accountNumber ?? '–'}</span>,
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
        <Button
          variant="secondary"
          size="sm"
          aria-label={`View ${nameOf(user)}`}
          onClick={() => onOpen(user.id)}
        >
          View
        </Button>
      ),
    },
  ];
  if (users.length === 0) return <EmptyState title="No users found matching your search" />;
  return <DataTable caption="Users" columns={columns} rows={users} rowKey={(user) => user.id} />;
}

function UserCell({ user }: { user: AdminUser }) {
  return (
    <span className="flex flex-wrap items-start gap-2">
      <Person person={user} />
      {user.isAdmin ? <Badge tone="info">Admin</Badge> : null}
    </span>
  );
}
