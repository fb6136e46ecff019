import { PageTitle } from '@/components/layout/page-title';
import { ErrorState } from '@/components/ui/error-state';
import { useAccountSummary } from '@/lib/queries/use-account-summary';
import { useSession } from '@/lib/queries/use-session';
import { AccountRequestCard } from './account-request-card';
import { BalanceCard } from './balance-card';
import { DashboardSkeleton } from './dashboard-skeleton';
import { Greeting } from './greeting';
import { KycRejected } from './kyc-rejected';
import { PaymentsHistory } from './payments-history';
import { QuickActions } from './quick-actions';
import { VerificationCard } from './verification-card';

/** The signed-in entry (spec.md §2, User dashboard). */
export function DashboardPage() {
  const { user } = useSession();
  const summary = useAccountSummary();
  return (
    <>
      <PageTitle>Dashboard</PageTitle>
      <Greeting firstName={user?.firstName} isAdmin={user?.isAdmin === true} />
      <div className="mt-6 grid gap-4 md:mt-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-6">
        {summary.isPending ? <DashboardSkeleton /> : null}
        {summary.isError && !summary.data ? (
          <ErrorState title="Your balances could not be loaded." onRetry={() => void summary.refetch()} />
        ) : null}
        {summary.data && user ? (
          <>
            <div className="min-w-0 space-y-4 lg:space-y-6">
              <BalanceCard summary={summary.data} />
              {summary.data.kyc?.status === 'rejected' ? (
                <KycRejected notes={summary.data.kyc.adminNotes} />
              ) : null}
              <div className="space-y-4 lg:hidden">
                <QuickActions summary={summary.data} />
              </div>
              <PaymentsHistory />
            </div>
            <div className="min-w-0 space-y-4 lg:space-y-6">
              <div className="hidden lg:block">
                <QuickActions summary={summary.data} />
              </div>
              <AccountRequestCard accountRequest={summary.data.accountRequest} />
              <VerificationCard user={user} kycStatus={summary.data.kyc?.status} />
            </div>
          </>
        ) : null}
      </div>
    </>
  );
}
