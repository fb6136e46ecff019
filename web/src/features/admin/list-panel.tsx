import { RefreshCw } from 'lucide-react';
import { useDeferredValue, type ReactNode } from 'react';
import { MAX_COUNTED } from '@moniker/common/limits.js';
import { Button, IconButton } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { ExportLink } from '@/components/ui/export-link';
import { Skeleton } from '@/components/ui/skeleton';
import { ApiError } from '@/lib/api/api-error';
import { cn } from '@/lib/cn';
import { formatCount } from '@/lib/format';
import type { PagedList } from '@/lib/list/use-paged-list';
import { LoadMore } from './load-more';
import { SavedFilters } from './saved-filters/saved-filters';
import type { SavedFiltersProps } from './saved-filters/saved-filters-dialog';

type ListPanelProps<Row> = {
  title: string;
  description: string;
  list: PagedList<Row>;
  emptyTitle: string;
  /** Shown when no row matches the filters. */
  noMatchTitle: string;
  isFiltered: boolean;
  onClearFilters: () => void;
  /** The download URL of the same rows as CSV, if there is one. */
  csvHref?: string;
  filters: ReactNode;
  /** Lets the admin save the filters. */
  saved?: SavedFiltersProps;
  actions?: ReactNode;
  children: (rows: Row[]) => ReactNode;
};

/**
 * A list in the admin panel, including its loading, empty and error states, with filters, count, export and paging.
 * It has a refresh button, because most lists are not refetched on their own.
 */
export function ListPanel<Row>(props: ListPanelProps<Row>) {
  const { title, description, filters, saved, actions, csvHref, children } = props;
  // New rows render in short tasks, so the page stays responsive even with many rows.
  const rows = useDeferredValue(props.list.rows);
  const list = { ...props.list, rows };
  return (
    <section aria-label={title} aria-busy={list.isFetching}>
      <div className="mb-4 flex flex-wrap items-center gap-x-2 gap-y-3">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <h2 className="text-lg font-semibold">{title}</h2>
            <Count list={list} />
          </div>
          <p className="text-sm text-ink-3">{description}</p>
        </div>
        <div className="flex flex-wrap items-center gap-2 empty:hidden max-sm:order-last max-sm:w-full">
          {actions}
          {saved ? <SavedFilters {...saved} /> : null}
          {csvHref === undefined ? null : <ExportLink href={csvHref}>CSV</ExportLink>}
        </div>
        <IconButton
          label={`Refresh ${title}`}
          disabled={list.isFetching}
          onClick={list.refetch}
          className="-mr-2.5 max-sm:-mt-2 max-sm:self-start"
        >
          <RefreshCw aria-hidden="true" className={cn(list.isFetching && 'animate-spin')} />
        </IconButton>
      </div>
      <div
        role="search"
        aria-label={title}
        className="mb-3 grid grid-cols-2 items-center gap-2 sm:flex sm:flex-wrap"
      >
        {filters}
      </div>
      {rows === undefined && !list.isError ? <RowSkeletons /> : null}
      {rows === undefined && list.isError ? (
        <ErrorState title={loadFailure(title, list.error)} onRetry={list.refetch} />
      ) : null}
      {rows?.length === 0 ? <NoRows {...props} /> : null}
      {rows !== undefined && rows.length > 0 ? children(rows) : null}
      <LoadMore list={list} className="mt-4" />
    </section>
  );
}

/** Shows the message of a 400 response, which names the invalid filter. Other messages would not help an admin. */
function loadFailure(title: string, error: Error | null): string {
  const isRefusal = error instanceof ApiError && error.status === 400;
  return isRefusal ? `${title}: ${error.message}` : `We couldn't load ${title}.`;
}

function Count<Row>({ list: { rows, total } }: { list: PagedList<Row> }) {
  const isCapped = total !== undefined && total >= MAX_COUNTED;
  return (
    <p role="status" className="tnum text-xs text-ink-3">
      {rows !== undefined && total !== undefined
        ? `${formatCount(rows.length)} of ${formatCount(total)}${isCapped ? ' or more' : ''}`
        : ''}
    </p>
  );
}

function NoRows<Row>({ isFiltered, onClearFilters, emptyTitle, noMatchTitle }: ListPanelProps<Row>) {
  if (!isFiltered) return <EmptyState title={emptyTitle} />;
  return (
    <EmptyState
      title={noMatchTitle}
      action={
        <Button variant="secondary" size="sm" onClick={onClearFilters}>
          Clear filters
        </Button>
      }
    />
  );
}

function RowSkeletons() {
  return (
    <div role="status" className="space-y-3 lg:space-y-0 lg:divide-y lg:divide-rule">
      <span className="sr-only">Loading</span>
      {Array.from({ length: 4 }, (_, index) => (
        <div key={index} className="max-lg:rounded-lg max-lg:border max-lg:border-rule max-lg:p-4 lg:py-4">
          <Skeleton className="h-24 lg:h-9" />
        </div>
      ))}
    </div>
  );
}
