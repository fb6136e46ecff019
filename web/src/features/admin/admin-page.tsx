import { ArrowLeft, ListTodo, UsersRound } from 'lucide-react';
import { lazy, Suspense, type ComponentType } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { PageTitle } from '@/components/layout/page-title';
import { buttonClass } from '@/components/ui/button';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { Skeleton } from '@/components/ui/skeleton';
import { cn } from '@/lib/cn';
import { useMayOpen, usePermitted, type Permission } from '@/lib/permissions';
import { UnreadBadge } from './chat/unread-badge';
import { StatCards } from './stat-cards';
import { UsersTab } from './users/users-tab';

// The first tab is part of the panel's first load; the others load on demand (UI-21).
const AccountRequestsTab = lazy(async () => ({
  default: (await import('./account-requests/account-requests-tab')).AccountRequestsTab,
}));
const KycTab = lazy(async () => ({ default: (await import('./kyc/kyc-tab')).KycTab }));
const TransfersTab = lazy(async () => ({
  default: (await import('./payments/transfers-tab')).TransfersTab,
}));
const IncomingTab = lazy(async () => ({ default: (await import('./payments/incoming-tab')).IncomingTab }));
const ChatsTab = lazy(async () => ({ default: (await import('./chat/chats-tab')).ChatsTab }));
const MailTab = lazy(async () => ({ default: (await import('./mail/mail-tab')).MailTab }));
const TransactionsTab = lazy(async () => ({
  default: (await import('./payments/transactions-tab')).TransactionsTab,
}));
const TeamTab = lazy(async () => ({ default: (await import('./team/team-tab')).TeamTab }));
const HistoryTab = lazy(async () => ({ default: (await import('./event-history/history-tab')).HistoryTab }));

type AdminTab = {
  id: string;
  label: string;
  permission: Permission;
  Content: ComponentType;
  Badge?: ComponentType;
};

const TABS: readonly AdminTab[] = [
  { id: 'users', label: 'User Management', permission: 'customers:read', Content: UsersTab },
  { id: 'requests', label: 'Account Requests', permission: 'requests:read', Content: AccountRequestsTab },
  { id: 'kyc', label: 'KYC Applications', permission: 'kyc:read', Content: KycTab },
  { id: 'outgoing', label: 'Outgoing Pays', permission: 'payments:read', Content: TransfersTab },
  { id: 'incoming', label: 'Incoming Payments', permission: 'payments:read', Content: IncomingTab },
  { id: 'chats', label: 'User Chats', permission: 'support:chat', Content: ChatsTab, Badge: UnreadBadge },
  { id: 'mail', label: 'Email Test', permission: 'mail:manage', Content: MailTab },
  { id: 'transactions', label: 'Transactions', permission: 'payments:read', Content: TransactionsTab },
  { id: 'history', label: 'Event History', permission: 'events:read', Content: HistoryTab },
  { id: 'team', label: 'Team', permission: 'team:manage', Content: TeamTab },
];

/** The admin dashboard (ADM-1, ADM-3). The `tab` search parameter selects the tab. */
export function AdminPage() {
  const [params, setParams] = useSearchParams();
  const requestedTab = params.get('tab');
  const isPermitted = usePermitted();
  const mayOpen = useMayOpen();
  const tabs = TABS.filter(({ permission }) => isPermitted(permission));
  const tab = tabs.find(({ id }) => id === requestedTab)?.id ?? tabs[0]?.id ?? '';
  return (
    <>
      <PageTitle>Admin</PageTitle>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="display text-3xl">Admin Dashboard</h1>
        <div className="flex gap-2 max-sm:w-full max-sm:*:flex-auto max-sm:*:px-2 max-sm:[&_svg]:hidden">
          <Link to="/dashboard" className={buttonClass({ variant: 'secondary' })}>
            <ArrowLeft aria-hidden="true" className="size-4" />
            Back to Dashboard
          </Link>
          {mayOpen('/admin/queue') ? (
            <Link to="/admin/queue" className={buttonClass({ variant: 'secondary' })}>
              <ListTodo aria-hidden="true" className="size-4" />
              Work Queue
            </Link>
          ) : null}
          {mayOpen('/admin/approvals') ? (
            <Link to="/admin/approvals" className={buttonClass({ variant: 'secondary' })}>
              <UsersRound aria-hidden="true" className="size-4" />
              Approvals
            </Link>
          ) : null}
        </div>
      </div>
      {/* Hidden on phones while a conversation is open, to make room for the conversation. */}
      <div className={cn('mt-6', tab === 'chats' && params.has('chat') && 'max-lg:hidden')}>
        <StatCards />
      </div>
      <Tabs
        value={tab}
        onValueChange={(next) => setParams({ tab: next }, { replace: true })}
        className="mt-6"
      >
        <TabsList aria-label="Admin" className="lg:gap-5">
          {tabs.map(({ id, label, Badge }) => (
            <TabsTrigger key={id} value={id}>
              {label}
              {Badge ? <Badge /> : null}
            </TabsTrigger>
          ))}
        </TabsList>
        {tabs.map(({ id, Content }) => (
          <TabsContent key={id} value={id}>
            <Suspense fallback={<LoadingTab />}>
              <Content />
            </Suspense>
          </TabsContent>
        ))}
      </Tabs>
    </>
  );
}

function LoadingTab() {
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-48" />
    </div>
  );
}
