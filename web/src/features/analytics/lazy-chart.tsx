import { lazy, Suspense } from 'react';
import { Skeleton } from '@/components/ui/skeleton';
import type { ChartProps } from './chart';

const Chart = lazy(async () => ({ default: (await import('./chart')).Chart }));

/** A chart, exposed to assistive technology as one labeled image. A table beside it lists the values. */
export function LazyChart({ label, ...chart }: ChartProps & { label: string }) {
  return (
    <div role="img" aria-label={label} style={{ minHeight: chart.height }}>
      <Suspense fallback={<Skeleton className="h-full min-h-60" />}>
        <Chart {...chart} />
      </Suspense>
    </div>
  );
}
