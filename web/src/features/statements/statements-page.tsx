import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PageTitle } from '@/components/layout/page-title';
import { ErrorState } from '@/components/ui/error-state';
import { periodOf, type Period } from './period';
import { PeriodPicker } from './period-picker';
import { useStatement } from './queries/use-statement';
import { StatementCard } from './statement-card';
import { StatementSkeleton } from './statement-skeleton';

/** Statements of a month or a range; the address says which. */
export function StatementsPage() {
  const [params, setParams] = useSearchParams();
  const [today] = useState(() => new Date());
  const period = periodOf(params, today);
  const query = useStatement(period);
  const choose = (next: Period) => setParams(new URLSearchParams(next), { replace: true });
  return (
    <>
      <PageTitle>Statements</PageTitle>
      <h1 className="display text-3xl">Statements</h1>
      <p className="mt-1 text-ink-2">
        Every posting to your account, with the balance after it. Payments on hold appear once they are
        completed.
      </p>
      <div className="mt-6 space-y-4 md:mt-8 lg:space-y-6">
        <PeriodPicker period={period} today={today} onChoose={choose} />
        {query.isPending ? <StatementSkeleton /> : null}
        {query.isError && !query.data ? (
          <ErrorState title="Your statement could not be loaded." onRetry={() => void query.refetch()} />
        ) : null}
        {query.data ? <StatementCard statement={query.data} period={period} /> : null}
      </div>
    </>
  );
}
