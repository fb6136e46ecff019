import { useMemo } from 'react';
import { ErrorState } from '@/components/ui/error-state';
import {
  balanceHistory,
  balanceChange,
  pendingOf,
  settledOf,
  spendingByCategory,
  spendingOf,
} from './analytics';
import { AnalyticsSkeleton } from './analytics-skeleton';
import { BalanceHistoryCard } from './balance-history-card';
import { FigureCards } from './figure-cards';
import { MonthsCard } from './months-card';
import { PendingCard } from './pending-card';
import { useAccountActivity } from './queries/use-account-activity';
import { useRecentTransactions } from '@/lib/queries/use-recent-transactions';
import { SpendingCard } from './spending-card';
import { SummaryCard } from './summary-card';
import { TimeLabels } from './time-labels';

const HOUR_MS = 3_600_000;

/** The figures and charts, computed from the settled entries and the recent transactions (ANA-7). */
export function AnalyticsBoard({ timeZone }: { timeZone: string }) {
  const recent = useRecentTransactions();
  const activity = useAccountActivity();
  // Rounded down to the hour, so the charts are not redrawn at every poll.
  const now = recent.dataUpdatedAt - (recent.dataUpdatedAt % HOUR_MS);
  const board = useMemo(() => {
    if (!recent.data || !activity.data) return null;
    const points = balanceHistory(activity.data, now);
    const settled = settledOf(recent.data);
    const labels = new TimeLabels(timeZone, now);
    return {
      history: { points, labels, names: labels.of(points, activity.data.entries.length === 0) },
      change: balanceChange(points),
      spendingCents: spendingOf(settled),
      pending: pendingOf(recent.data),
      spending: spendingByCategory(settled),
      activity: activity.data,
    };
  }, [recent.data, activity.data, now, timeZone]);
  if (!board && (recent.isError || activity.isError)) {
    const retry = () => void Promise.all([recent.refetch(), activity.refetch()]);
    return <ErrorState title="We couldn't load your transactions." onRetry={retry} />;
  }
  if (!board) return <AnalyticsSkeleton />;
  return (
    <div className="space-y-4 lg:space-y-6">
      <FigureCards activity={board.activity} change={board.change} spendingCents={board.spendingCents} />
      {board.pending.total > 0 ? <PendingCard pending={board.pending} /> : null}
      <div className="grid gap-4 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-6">
        <BalanceHistoryCard history={board.history} timeZone={timeZone} />
        <SpendingCard spending={board.spending} />
      </div>
      <MonthsCard activity={board.activity} />
      <SummaryCard counts={board.activity.transactions} hasPending={board.pending.total > 0} />
    </div>
  );
}
