import { lazy, Suspense, useDeferredValue } from 'react';
import { DEFAULT_DASHBOARD_TEXTS } from '@moniker/common/dashboard-texts.js';
import { PageTitle } from '@/components/layout/page-title';
import { ErrorState } from '@/components/ui/error-state';
import { DashboardTextsContext } from '@/lib/dashboard-texts';
import { useAccountSummary } from '@/lib/queries/use-account-summary';
import { useKycStatus } from '@/lib/queries/use-kyc-status';
import { isToPay, useMoneyRequests } from '@/lib/queries/use-money-requests';
import { useIsWaitingForPlans, usePlans, type Plan } from '@/lib/queries/use-plans';
import { useSession } from '@/lib/session';
import { AccountRequestCard } from './account-request-card';
import { BalanceCard } from './balance-card';
import { DashboardSkeleton, GreetingSkeleton } from './dashboard-skeleton';
import { Greeting } from './greeting';
import { KycRejected } from './kyc-rejected';
import { PaymentsHistory } from './payments-history';
import { QuickActions } from './quick-actions';
import { useDashboardContent } from './use-dashboard-content';
import { VerificationCard } from './verification-card';

/** Loaded only if the customer has requests to pay, or if the requests could not be loaded. */
const MoneyRequestsCard = lazy(async () => ({
  default: (await import('./money-requests-card')).MoneyRequestsCard,
}));

/** Loaded only for customers with plans (UI-21). */
const UpcomingCard = lazy(async () => ({
  default: (await import('@/components/plans/upcoming-card')).UpcomingCard,
}));

const NO_PLANS: readonly Plan[] = [];
const LAYOUT = 'mt-6 grid gap-4 md:mt-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-6';

/** The customer's dashboard. */
export function DashboardPage() {
  const { user } = useSession();
  const summary = useAccountSummary();
  // Called only to poll the KYC status. When the status changes, the hook also refetches the summary, so a decision on
  // the application appears without a reload.
  useKycStatus();
  const content = useDashboardContent();
  const plans = usePlans();
  const requests = useMoneyRequests(user?.canPayMonikers);
  const isWaiting = useIsWaitingForPlans(plans, summary.isSuccess);
  // Deferred, so new data renders in short tasks and the page stays responsive.
  const data = useDeferredValue(isWaiting ? undefined : summary.data);
  const upcoming = useDeferredValue(plans.data?.items ?? NO_PLANS);
  const isLoading = useDeferredValue(content.isPending);
  // Wait for the customer's texts instead of flashing the default ones. If they cannot be loaded, show the defaults.
  if (isLoading) return <DashboardLoading />;
  // Until the account is approved, show its request in the main column (above the quick actions on narrow screens).
  const hasAccount = data?.accountRequest?.status === 'approved';
  const isKycRejected = data?.kyc?.status === 'rejected';
  const account = data ? (
    <AccountRequestCard accountRequest={data.accountRequest} isKycRejected={isKycRejected} />
  ) : null;
  const actions = data ? (
    <>
      <QuickActions summary={data} />
      {upcoming.length > 0 ? <UpcomingCard plans={upcoming} /> : null}
    </>
  ) : null;
  return (
    <DashboardTextsContext value={content.data ?? DEFAULT_DASHBOARD_TEXTS}>
      <PageTitle>Dashboard</PageTitle>
      <Greeting firstName={user?.firstName} isAdmin={user?.isAdmin === true} />
      <div className={LAYOUT}>
        {!data && !summary.isError ? <DashboardSkeleton /> : null}
        {!data && summary.isError ? (
          <ErrorState title="We couldn't load your balances." onRetry={() => void summary.refetch()} />
        ) : null}
        {data && user ? (
          <>
            <div className="min-w-0 space-y-4 lg:space-y-6">
              <BalanceCard summary={data} />
              {isKycRejected ? <KycRejected notes={data.kyc?.adminNotes ?? null} /> : null}
              {hasAccount ? null : account}
              {(requests.data ? requests.data.some(isToPay) : requests.isError) ? (
                <Suspense>
                  <MoneyRequestsCard requests={requests} />
                </Suspense>
              ) : null}
              <div className="space-y-4 lg:hidden">{actions}</div>
              <PaymentsHistory summary={data} />
            </div>
            <div className="min-w-0 space-y-4 lg:space-y-6">
              <div className="hidden space-y-6 lg:block">{actions}</div>
              {hasAccount ? account : null}
              <VerificationCard user={user} kycStatus={data.kyc?.status} />
            </div>
          </>
        ) : null}
      </div>
    </DashboardTextsContext>
  );
}

function DashboardLoading() {
  return (
    <>
      <PageTitle>Dashboard</PageTitle>
      <GreetingSkeleton />
      <div className={LAYOUT}>
        <DashboardSkeleton />
      </div>
    </>
  );
}
