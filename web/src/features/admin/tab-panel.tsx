import type { UseQueryResult } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { IconButton } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { cn } from '@/lib/cn';

type TabPanelProps<Row> = {
  title: string;
  description: string;
  query: UseQueryResult<Row[]>;
  emptyTitle: string;
  actions?: ReactNode;
  children: (rows: Row[]) => ReactNode;
};

/** A list of the admin panel in all its states. Lists are never stale on their own, so each can be refreshed. */
export function TabPanel<Row>({
  title,
  description,
  query,
  emptyTitle,
  actions,
  children,
}: TabPanelProps<Row>) {
  return (
    <section aria-label={title}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="text-lg font-semibold">{title}</h2>
          <p className="text-sm text-ink-3">{description}</p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {actions}
          <IconButton
            label={`Refresh ${title}`}
            disabled={query.isFetching}
            onClick={() => void query.refetch()}
          >
            <RefreshCw aria-hidden="true" className={cn(query.isFetching && 'animate-spin')} />
          </IconButton>
        </div>
      </div>
      {query.isPending ? <RowSkeletons /> : null}
      {query.isError && !query.data ? (
        <ErrorState title={`${title} could not be loaded.`} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data?.length === 0 ? <EmptyState title={emptyTitle} /> : null}
      {query.data && query.data.length > 0 ? children(query.data) : null}
    </section>
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
