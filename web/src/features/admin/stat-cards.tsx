import { TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { ErrorState } from '@/components/ui/error-state';
import { Money } from '@/components/ui/money';
import { Skeleton } from '@/components/ui/skeleton';
import { useAdminStats } from './use-admin-stats';

/** Four numbers; their captions are fixed growth targets, not measurements (spec.md §2, Admin dashboard). */
export function StatCards() {
  const { data, isError, refetch } = useAdminStats();
  if (isError && !data)
    return <ErrorState title="The statistics could not be loaded." onRetry={() => void refetch()} />;
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-rule bg-rule lg:grid-cols-4">
      <Stat label="Total Users" target="+12%">
        {data?.totalUsers.toLocaleString('en-US')}
      </Stat>
      <Stat label="Active Accounts" target="+8%">
        {data?.activeAccounts.toLocaleString('en-US')}
      </Stat>
      <Stat label="Total Balance" target="+15%">
        {data ? <Money cents={data.totalBalanceCents} /> : undefined}
      </Stat>
      <Stat label="Transactions" target="+23%">
        {data?.transactions.toLocaleString('en-US')}
      </Stat>
    </dl>
  );
}

function Stat({ label, target, children }: { label: string; target: string; children: ReactNode }) {
  return (
    <div className="flex flex-col bg-sheet p-4 sm:p-5">
      <dt className="text-sm text-ink-3">{label}</dt>
      <dd className="display tnum mt-1 min-h-9 text-xl sm:text-2xl">
        {children ?? <Skeleton className="h-8 w-20" />}
      </dd>
      <dd className="mt-1 flex items-center gap-1.5 text-xs text-ink-3">
        <TrendingUp aria-hidden="true" className="size-3.5" />
        Target {target} a month
      </dd>
    </div>
  );
}
