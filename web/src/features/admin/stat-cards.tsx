import { useQuery } from '@tanstack/react-query';
import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { ErrorState } from '@/components/ui/error-state';
import { Money } from '@/components/ui/money';
import { Skeleton } from '@/components/ui/skeleton';
import type { AdminStats } from '@/lib/api/types';
import { formatCount } from '@/lib/format';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { growthCaption } from './growth';

/** The four figures of the admin dashboard with their actual growth over the last 30 days (ADM-1, ADM-2). */
export function StatCards() {
  const { data, isError, refetch } = useQuery({
    queryKey: QUERY_KEYS.adminStats,
    queryFn: () => unwrap(api.GET('/api/admin/stats')),
  });
  if (isError && !data)
    return <ErrorState title="We couldn't load the statistics." onRetry={() => void refetch()} />;
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-rule bg-rule lg:grid-cols-4">
      <Stat label="Total Users" stats={data} figure="totalUsers" />
      <Stat label="Active Accounts" stats={data} figure="activeAccounts" />
      <Stat label="Total Balance" stats={data} figure="totalBalanceCents">
        {data ? <Money cents={data.totalBalanceCents} /> : undefined}
      </Stat>
      <Stat label="Transactions" stats={data} figure="transactions" />
    </dl>
  );
}

type StatProps = {
  label: string;
  stats: AdminStats | undefined;
  figure: keyof AdminStats['thirtyDaysAgo'];
  /** Replaces the plain number. */
  children?: ReactNode;
};

function Stat({ label, stats, figure, children }: StatProps) {
  return (
    <div className="flex flex-col bg-sheet px-4 py-2.5 sm:p-5">
      <dt className="text-sm text-ink-3">{label}</dt>
      <dd translate="no" className="display tnum min-h-7 text-xl sm:mt-1 sm:min-h-9 sm:text-2xl">
        {stats ? (children ?? formatCount(stats[figure])) : <Skeleton className="h-7 w-20 sm:h-8" />}
      </dd>
      <dd className="flex min-h-4 sm:mt-1 items-center gap-1.5 text-xs text-ink-3">
        {stats ? <Growth now={stats[figure]} before={stats.thirtyDaysAgo[figure]} /> : null}
      </dd>
    </div>
  );
}

function Growth({ now, before }: { now: number; before: number }) {
  const Icon = now === before ? Minus : now > before ? TrendingUp : TrendingDown;
  return (
    <>
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      {growthCaption(now, before)}
    </>
  );
}
