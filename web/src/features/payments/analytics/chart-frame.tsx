import { Suspense, type ReactNode } from 'react';
import { Skeleton } from '@/components/ui/skeleton';

type ChartFrameProps = { label: string; height: number; children: ReactNode };

/**
 * Holds a lazily loaded chart, exposed to assistive technology as one labeled image. A table next to it lists the
 * values.
 */
export function ChartFrame({ label, height, children }: ChartFrameProps) {
  return (
    <div role="img" translate="no" aria-label={label} style={{ minHeight: height }}>
      <Suspense fallback={<Skeleton className="h-full min-h-60" />}>{children}</Suspense>
    </div>
  );
}
