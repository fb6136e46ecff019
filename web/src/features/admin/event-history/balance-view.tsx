import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import { useUrlFilters } from '@/lib/list/use-url-filters';
import { BalanceChooser } from './balance-chooser';
import { BalanceResult } from './balance-result';
import { useBalanceAt, type PointInTime } from './queries/use-balance-at';

const NAMES = ['of', 'day', 'at'] as const;

/** The balance of any account at any point in time. Account and time are kept in the URL. */
export function BalanceView() {
  const { filters, set } = useUrlFilters(NAMES);
  const { of, day, at } = filters;
  const query = useBalanceAt(of, pointInTime(day, at));
  return (
    <section aria-label="Balance at a point in time">
      <BalanceChooser account={of} day={day} name={query.data?.name} onChange={set} />
      <div className="mt-6">
        {of === '' ? <EmptyState title="Choose a customer or one of the bank's accounts" /> : null}
        {of !== '' && query.isPending ? <Skeleton className="h-64" /> : null}
        {query.isError ? (
          <ErrorState title={query.error.message} onRetry={() => void query.refetch()} />
        ) : null}
        {of !== '' && query.data && !query.isError ? (
          // The key resets the slider for another account or position.
          <BalanceResult
            key={`${query.data.accountId} ${query.data.position}`}
            result={query.data}
            isPast={day !== '' || at !== ''}
            isBusy={query.isFetching}
            onMove={(position) => set({ day: '', at: position === null ? '' : String(position) })}
          />
        ) : null}
      </div>
    </section>
  );
}

function pointInTime(day: string, at: string): PointInTime {
  if (at !== '') return { position: at };
  return day === '' ? {} : { day };
}
