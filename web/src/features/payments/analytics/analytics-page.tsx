import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { PageTitle } from '@/components/layout/page-title';
import { buttonClass } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import type { AccountSummary } from '@/lib/api/types';
import { useAccountSummary } from '@/lib/queries/use-account-summary';
import { toast } from '@/lib/toast';
import { analyticsBlockedReason } from './analytics-blocked-reason';
import { AnalyticsBoard } from './analytics-board';
import { AnalyticsSkeleton } from './analytics-skeleton';

/** The analytics page, or why the customer can't use it (ANA-1, ANA-2). */
export function AnalyticsPage() {
  const summary = useAccountSummary();
  const block = summary.data ? analyticsBlockedReason(summary.data) : null;
  useEffect(() => {
    if (block) toast({ title: 'Feature Unavailable', description: block, variant: 'destructive' });
  }, [block]);
  return (
    <>
      <PageTitle>Analytics</PageTitle>
      <Link to="/dashboard" className={`${buttonClass({ variant: 'ghost', size: 'sm' })} -ml-3`}>
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back to Dashboard
      </Link>
      <h1 className="display mt-2 text-3xl">Analytics</h1>
      <p className="mt-1 text-ink-2">Track your financial performance and spending patterns</p>
      <div className="mt-6 md:mt-8">
        {summary.isPending ? <AnalyticsSkeleton /> : null}
        {summary.isError && !summary.data ? (
          <ErrorState title="We couldn't load your balance." onRetry={() => void summary.refetch()} />
        ) : null}
        {summary.data && block ? <AnalyticsBlocked kyc={summary.data.kyc} /> : null}
        {summary.data && !block ? <AnalyticsBoard timeZone={summary.data.timeZone} /> : null}
      </div>
    </>
  );
}

/** Offers the next step. The toast says what is missing (UI-81). */
function AnalyticsBlocked({ kyc }: { kyc: AccountSummary['kyc'] }) {
  const isRejected = kyc?.status === 'rejected';
  const action =
    kyc && !isRejected ? null : (
      <Link to="/apply-checking" className={buttonClass()}>
        {isRejected ? 'Submit New KYC Application' : 'Apply Checking Account'}
      </Link>
    );
  return (
    <EmptyState title="Analytics isn't available yet" action={action}>
      {blockedDetail(kyc?.status)}
    </EmptyState>
  );
}

function blockedDetail(status: string | undefined): string {
  if (status === 'rejected') return 'Your KYC application was rejected. Submit a new application.';
  if (status === 'pending') return 'Your application is being reviewed.';
  return "To see analytics, apply for a checking account. We'll verify your identity.";
}
