import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { PageTitle } from '@/components/layout/page-title';
import { PaymentFilters } from '@/components/ledger/payment-filters';
import { buttonClass } from '@/components/ui/button';
import { Card, CardBody } from '@/components/ui/card';
import { bankTimeZone } from '@/lib/bank-time-zone';
import { zoneName } from '@/lib/time/bank-time';
import { CategoryFilter } from './category-filter';
import { DayFilters } from './day-filters';
import { ALL_PAYMENTS, HISTORY_STATUSES } from './history-filters';
import { HistoryList } from './history-list';
import { useHistoryFilters } from './use-history-filters';

/** The full payments history, opened with “View All” (DASH-8). Its filters are stored in the URL (TXN-4). */
export function HistoryPage() {
  const { filters, draft, change } = useHistoryFilters();
  const isBackwards = filters.from !== '' && filters.to !== '' && filters.from > filters.to;
  return (
    <>
      <PageTitle>Payments History</PageTitle>
      <Link to="/dashboard" className={`${buttonClass({ variant: 'ghost', size: 'sm' })} -ml-3`}>
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back to Dashboard
      </Link>
      <h1 className="display mt-2 text-3xl">Payments History</h1>
      <p className="mt-1 text-ink-2">All your payments. Times are in {zoneName(bankTimeZone())}.</p>
      <Card className="mt-6 md:mt-8">
        <CardBody>
          <PaymentFilters
            filters={draft}
            statuses={HISTORY_STATUSES}
            onChange={(next) => change({ ...draft, ...next })}
          >
            <div className="col-span-2 flex flex-wrap items-start gap-x-4 gap-y-2 sm:col-span-3">
              <CategoryFilter
                value={draft.category}
                onChange={(category) => change({ ...draft, category })}
              />
              <DayFilters
                filters={draft}
                error={isBackwards ? "The last day can't be before the first" : undefined}
                onChange={change}
              />
            </div>
          </PaymentFilters>
          {isBackwards ? null : <HistoryList filters={filters} onClear={() => change(ALL_PAYMENTS)} />}
        </CardBody>
      </Card>
    </>
  );
}
