import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router-dom';
import { EntryColumnHeaders } from '@/components/ledger/entry-list';
import { EntrySkeletons } from '@/components/ledger/entry-skeletons';
import { NoPayments } from '@/components/ledger/no-payments';
import { PaymentList } from '@/components/ledger/payment-list';
import { PaymentFilters } from '@/components/ledger/payment-filters';
import { buttonClass } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { ErrorState } from '@/components/ui/error-state';
import type { AccountSummary } from '@/lib/api/types';
import { useDashboardTexts } from '@/lib/dashboard-texts';
import { useRecentTransactions } from '@/lib/queries/use-recent-transactions';
import { filterParams, NO_FILTERS, STATUS_FILTERS } from '@/lib/transactions';
import { FirstSteps } from './first-steps';
import { filterTransactions } from './filter-transactions';

const VISIBLE_ROWS_MAX = 5;

const linkTo = (id: string) => ({ to: { search: `?transaction=${id}` }, state: { isOverList: true } });

/** The newest payments, with search and filters (DASH-8, DASH-9). */
export function PaymentsHistory({ summary }: { summary: AccountSummary }) {
  const texts = useDashboardTexts();
  const query = useRecentTransactions();
  const [filters, setFilters] = useState(NO_FILTERS);
  // Deferred, like the rest of the dashboard.
  const data = useDeferredValue(query.data);
  const rows = data ?? [];
  const matches = filterTransactions(rows, filters);
  const visible = matches.slice(0, VISIBLE_ROWS_MAX);
  const shown = visible.length > 0 ? `Showing ${visible.length} of ${matches.length} payments` : 'No matches';
  return (
    <Card>
      <CardHeader
        title="Payments History"
        description={texts.transactionTitle}
        action={
          <Link
            to={{ pathname: '/history', search: filterParams(filters).toString() }}
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            View All
          </Link>
        }
      />
      <CardBody>
        <PaymentFilters filters={filters} statuses={STATUS_FILTERS} onChange={setFilters} />
        <div className="mt-3">
          {!data && !query.isError ? <EntrySkeletons count={VISIBLE_ROWS_MAX} /> : null}
          {query.isError && !data ? (
            <ErrorState title="We couldn't load your payments." onRetry={() => void query.refetch()} />
          ) : null}
          {data && visible.length > 0 ? (
            <>
              <EntryColumnHeaders />
              <PaymentList rows={visible} linkTo={linkTo} />
            </>
          ) : null}
          {data && visible.length === 0 ? (
            <>
              {rows.length === 0 ? <FirstSteps summary={summary} /> : null}
              <NoPayments isFiltered={rows.length > 0} onClear={() => setFilters(NO_FILTERS)} />
            </>
          ) : null}
        </div>
        <p role="status" className={matches.length > visible.length ? 'pt-3 text-xs text-ink-3' : 'sr-only'}>
          {rows.length > 0 ? shown : ''}
        </p>
      </CardBody>
    </Card>
  );
}
