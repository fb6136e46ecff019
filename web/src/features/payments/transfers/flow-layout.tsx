import { lazy, Suspense, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { cn } from '@/lib/cn';
import { usePlans } from '@/lib/queries/use-plans';
import { LimitsCard, type LimitsCardProps } from './limits-card';

const UpcomingCard = lazy(async () => ({
  default: (await import('@/components/plans/upcoming-card')).UpcomingCard,
}));

type FlowLayoutProps = LimitsCardProps & {
  /** Whether to leave out the scheduled transfers and, on narrow screens, the limits. */
  isShort?: boolean;
  children: ReactNode;
};

/**
 * A step of a transfer with the limits beside it. All steps use this layout, so the form and the review have the same
 * width (TRF-144).
 */
export function FlowLayout({ summary, isPlanned, isShort = false, children }: FlowLayoutProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6">
      {children}
      {/* Stays in view beside a long form, below the header and the toasts (UI-22). */}
      <div className={cn('space-y-4 lg:sticky lg:top-24 lg:space-y-6', isShort && 'max-lg:hidden')}>
        <LimitsCard summary={summary} isPlanned={isPlanned} />
        {isShort ? null : <UpcomingPlans />}
      </div>
    </div>
  );
}

/** The scheduled transfers beside the form, unless the form changes a plan or pays a request (TRF-182). */
function UpcomingPlans() {
  const plans = usePlans({ areLoaded: true }).data?.items ?? [];
  const [params] = useSearchParams();
  if (plans.length === 0 || params.has('plan') || params.has('request')) return null;
  return (
    <Suspense>
      <UpcomingCard plans={plans} />
    </Suspense>
  );
}
