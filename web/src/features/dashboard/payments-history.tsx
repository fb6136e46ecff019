import { useState } from 'react';
import { Link } from 'react-router-dom';
import { EntryList, EntryRow } from '@/components/ledger/entry-list';
import { Button, buttonClass } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { DASHBOARD_TEXTS } from '@/lib/constants';
import { EntrySkeletons } from './entry-skeletons';
import { filterTransactions, NO_FILTERS } from './filter-transactions';
import { PaymentFilters } from './payment-filters';
import { useRecentTransactions } from '@/lib/queries/use-recent-transactions';
import { toEntry } from './to-entry';

const SHORT_LENGTH = 5;

/** Search, filters and the list of transactions (spec.md §2, Payments History). */
export function PaymentsHistory() {
  const query = useRecentTransactions();
  const [filters, setFilters] = useState(NO_FILTERS);
  const [isWhole, setIsWhole] = useState(false);
  const rows = query.data ?? [];
  const found = filterTransactions(rows, filters);
  const shown = isWhole ? found : found.slice(0, SHORT_LENGTH);
  const canExpand = found.length > SHORT_LENGTH;
  return (
    <Card>
      <CardHeader
        title="Payments History"
        description={DASHBOARD_TEXTS.transactionTitle}
        action={
          <div className="flex items-center gap-1">
            <Link to="/statements" className={buttonClass({ variant: 'ghost', size: 'sm' })}>
              Statements
            </Link>
            {canExpand ? (
              <Button
                variant="secondary"
                size="sm"
                aria-expanded={isWhole}
                onClick={() => setIsWhole(!isWhole)}
              >
                {isWhole ? 'Show Less' : 'View All'}
              </Button>
            ) : null}
          </div>
        }
      />
      <CardBody>
        <PaymentFilters filters={filters} onChange={setFilters} />
        <div className="mt-3">
          {query.isPending ? <EntrySkeletons count={SHORT_LENGTH} /> : null}
          {query.isError && !query.data ? (
            <ErrorState title="Your payments could not be loaded." onRetry={() => void query.refetch()} />
          ) : null}
          {query.data && shown.length > 0 ? (
            <EntryList label="Payments">
              {shown.map((row) => (
                <EntryRow
                  key={row.id}
                  entry={toEntry(row)}
                  link={{ to: { search: `?transaction=${row.id}` }, state: { isOverList: true } }}
                />
              ))}
            </EntryList>
          ) : null}
          {query.data && shown.length === 0 ? (
            <NothingToShow hasRows={rows.length > 0} onClear={() => setFilters(NO_FILTERS)} />
          ) : null}
        </div>
        <p role="status" className={canExpand ? 'pt-3 text-xs text-ink-3' : 'sr-only'}>
          {query.data ? `Showing ${shown.length} of ${found.length} payments` : ''}
        </p>
      </CardBody>
    </Card>
  );
}

function NothingToShow({ hasRows, onClear }: { hasRows: boolean; onClear: () => void }) {
  if (!hasRows)
    return <EmptyState title="No transactions yet">Your payments will be entered here.</EmptyState>;
  return (
    <EmptyState
      title="No transactions found matching your filters"
      action={
        <Button variant="secondary" size="sm" onClick={onClear}>
          Clear filters
        </Button>
      }
    />
  );
}
