import { useSearchParams } from 'react-router-dom';
import { PageTitle } from '@/components/layout/page-title';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { ApiError } from '@/lib/api/api-error';
import { bankDayOf } from '@/lib/bank-day';
import { useAccountSummary } from '@/lib/queries/use-account-summary';
import { useSession } from '@/lib/session';
import { parsePeriod, type AccountDays, type Period } from './period';
import { PeriodPicker } from './period-picker';
import { useStatement } from './queries/use-statement';
import { StatementCard } from './statement-card';
import { StatementSkeleton } from './statement-skeleton';

/** The statement for a month or a range (STM-1). */
export function StatementsPage() {
  const summary = useAccountSummary();
  const { user } = useSession();
  return (
    <>
      <PageTitle>Statements</PageTitle>
      <h1 className="display text-3xl">Statements</h1>
      <p className="mt-1 text-ink-2">
        What came in and went out. Pending payments appear once they complete.
      </p>
      <div className="mt-6 space-y-4 md:mt-8 lg:space-y-6">
        {summary.isPending ? <StatementSkeleton /> : null}
        {summary.isError && !summary.data ? <StatementError onRetry={() => void summary.refetch()} /> : null}
        {summary.data && user ? (
          <Statements
            days={{
              openedOn: bankDayOf(Date.parse(user.createdAt), summary.data.timeZone),
              bankDay: summary.data.bankDay,
            }}
          />
        ) : null}
      </div>
    </>
  );
}

/** The statement for the period in the URL, by default the current month (STM-6). */
function Statements({ days }: { days: AccountDays }) {
  const [params, setParams] = useSearchParams();
  const period = parsePeriod(params, days);
  const query = useStatement(period);
  const choose = (next: Period) => setParams(new URLSearchParams(next), { replace: true });
  return (
    <>
      <PeriodPicker period={period} days={days} onChoose={choose} />
      {query.isPending ? <StatementSkeleton /> : null}
      {query.isError && !query.data ? (
        <StatementError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data ? <StatementCard statement={query.data} period={period} /> : null}
    </>
  );
}

type StatementErrorProps = { error?: Error; onRetry: () => void };

/**
 * Says why there is no statement. Offers no retry if the period was refused, for example because it lies outside the
 * account's life (STM-7).
 */
function StatementError({ error, onRetry }: StatementErrorProps) {
  if (error instanceof ApiError && error.status === 400) {
    return <EmptyState title={error.message}>Choose a different period.</EmptyState>;
  }
  return <ErrorState title="We couldn't load your statement." onRetry={onRetry} />;
}
