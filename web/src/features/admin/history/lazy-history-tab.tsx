import { lazy, Suspense } from 'react';
import { Skeleton } from '@/components/ui/skeleton';

const Tab = lazy(async () => ({ default: (await import('./history-tab')).HistoryTab }));

/** The event history tab, loaded on demand. */
export function LazyHistoryTab() {
  return (
    <Suspense fallback={<Loading />}>
      <Tab />
    </Suspense>
  );
}

function Loading() {
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-48" />
    </div>
  );
}
