import { FileSpreadsheet } from 'lucide-react';
import { useRef } from 'react';
import { EntryColumnHeaders } from '@/components/ledger/entry-list';
import { EntrySkeletons } from '@/components/ledger/entry-skeletons';
import { NoPayments } from '@/components/ledger/no-payments';
import { PaymentList } from '@/components/ledger/payment-list';
import type { Transaction } from '@/lib/api/types';
import { Button, buttonClass } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/error-state';
import { toSearchParams, type HistoryFilters } from './history-filters';
import { useHistory } from './queries/use-history';
import { SendAgain } from './send-again';
import { useListKeyboardNavigation } from './use-list-keyboard-navigation';

const SKELETON_COUNT = 8;

type HistoryListProps = { filters: HistoryFilters; onClear: () => void };

/** The matching transactions with their total count, "Load more" (TXN-5) and the CSV download (TXN-6). */
export function HistoryList({ filters, onClear }: HistoryListProps) {
  const page = useHistory(filters);
  const list = useRef<HTMLDivElement>(null);
  useListKeyboardNavigation(list);
  if (page.rows === undefined && !page.isError) {
    return (
      <div className="mt-3">
        <EntrySkeletons count={SKELETON_COUNT} />
      </div>
    );
  }
  const rows = page.rows ?? [];
  const total = page.total ?? rows.length;
  const search = toSearchParams(filters).toString();
  return (
    <div className="mt-3" aria-busy={page.isFetching || undefined}>
      {rows.length > 0 ? (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-rule pb-3">
            <p role="status" className="tnum text-sm text-ink-2">
              Showing {rows.length} of {total} {total === 1 ? 'payment' : 'payments'}
            </p>
            <a
              href={`/api/transactions.csv?${search}`}
              download
              className={buttonClass({ variant: 'secondary', size: 'sm' })}
            >
              <FileSpreadsheet aria-hidden="true" className="size-4" />
              <span>
                <span className="max-xs:sr-only">Download</span> CSV
              </span>
            </a>
          </div>
          <EntryColumnHeaders />
          <div ref={list}>
            <PaymentList rows={rows} linkTo={(id) => linkTo(id, search)} actionOf={sendAgain} />
          </div>
        </>
      ) : null}
      {page.rows?.length === 0 ? <NoPayments isFiltered={search !== ''} onClear={onClear} /> : null}
      {page.isError ? <ErrorState title="We couldn't load your payments." onRetry={page.refetch} /> : null}
      {page.hasMore ? (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-rule pt-4">
          <Button variant="secondary" isBusy={page.isLoadingMore} onClick={page.loadMore}>
            Load more
          </Button>
        </div>
      ) : null}
      {rows.length > 0 ? (
        <p className="mt-3 hidden text-xs text-ink-3 lg:block print:hidden">
          Press <kbd>J</kbd> or <kbd>K</kbd> to move between payments, and <kbd>Enter</kbd> to open one.
        </p>
      ) : null}
    </div>
  );
}

const sendAgain = (row: Transaction) => <SendAgain transaction={row} />;

/** A link that opens the transaction over this list and keeps the filters in the URL. */
function linkTo(id: string, search: string) {
  const params = new URLSearchParams(search);
  params.set('transaction', id);
  return { to: { search: params.toString() }, state: { isOverList: true } };
}
