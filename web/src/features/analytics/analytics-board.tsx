import { useMemo } from 'react';
import { ErrorState } from '@/components/ui/error-state';
import { balanceHistory, balanceChange, summarize, spendingByCategory } from './analytics';
import { AnalyticsSkeleton } from './analytics-skeleton';
import { BalanceHistoryCard } from './balance-history-card';
import { FigureCards } from './figure-cards';
import { useRecentTransactions } from '@/lib/queries/use-recent-transactions';
import { SpendingCard } from './spending-card';
import { SummaryCard } from './summary-card';

const HOUR_MS = 3_600_000;

/** The figures and charts, computed from the balance and the recent transactions. */
export function AnalyticsBoard({ balanceCents }: { balanceCents: number }) {
  const { data, dataUpdatedAt, refetch, isError } = useRecentTransactions();
  // Rounded to the hour, so that the charts are not redrawn at every poll.
  const now = dataUpdatedAt - (dataUpdatedAt % HOUR_MS);
  const board = useMemo(() => {
    if (!data) return null;
    const points = balanceHistory(balanceCents, data, now);
    return {
      points,
      change: balanceChange(points),
      figures: summarize(data),
      spending: spendingByCategory(data),
    };
  }, [data, balanceCents, now]);
  if (!board && isError) {
    return <ErrorState title="Your transactions could not be loaded." onRetry={() => void refetch()} />;
  }
  if (!board) return <AnalyticsSkeleton />;
  return (
    <div className="space-y-4 lg:space-y-6">
      <FigureCards balanceCents={balanceCents} change={board.change} figures={board.figures} />
      <div className="grid gap-4 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-6">
        <BalanceHistoryCard points={board.points} />
        <SpendingCard spending={board.spending} />
      </div>
      <SummaryCard figures={board.figures} />
    </div>
  );
}
