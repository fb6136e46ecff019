import { lazy, Suspense } from 'react';
import { Skeleton } from '@/components/ui/skeleton';
import type { ChartProps } from './chart';

const Chart = lazy(async () => ({ default: (await import('./chart')).Chart }));

/** A chart as one picture with a name; what it says in numbers stands in a table beside it. */
export function LazyChart({ label, ...chart }: ChartProps & { label: string }) {
  return (
    <div role="img" aria-label={label} style={{ minHeight: chart.height }}>
      <Suspense fallback={<Skeleton className="h-full min-h-60" />}>
        <Chart {...chart} />
      </Suspense>
    </div>
  );
}
