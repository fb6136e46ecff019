import { useNavigate, useParams } from 'react-router-dom';
import { PageTitle } from '@/components/layout/page-title';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import { ApiError } from '@/lib/api/api-error';
import { useShortcuts } from '@/lib/shortcuts';
import { KycReview } from './kyc-review';
import { useKycApplication } from './queries/use-kyc-application';
import { useNeighbors } from './queries/use-neighbors';
import { ReviewHeader } from './review-header';

/** The review of one KYC application, at its own URL (KYC-36). */
export function KycReviewPage() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { data: kyc, error, refetch } = useKycApplication(id);
  const neighbors = useNeighbors(id);
  const isMissing = error instanceof ApiError && error.status === 404;
  // Replaces the history entry, so Back leads to the list and not to the previous application.
  const open = (next: string | undefined) => {
    if (next !== undefined) void navigate(`/admin/kyc/${next}`, { replace: true });
  };
  const openNext = () => open(neighbors.next);
  const openPrevious = () => open(neighbors.previous);
  useShortcuts({ j: openNext, k: openPrevious });
  return (
    <>
      <PageTitle>KYC Application</PageTitle>
      <ReviewHeader kyc={kyc} neighbors={neighbors} onNext={openNext} onPrevious={openPrevious} />
      {kyc ? <KycReview key={kyc.id} kyc={kyc} /> : null}
      {!kyc && isMissing ? <EmptyState title="This application doesn't exist." /> : null}
      {!kyc && error && !isMissing ? (
        <ErrorState title="We couldn't load this application." onRetry={() => void refetch()} />
      ) : null}
      {!kyc && !error ? (
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
          <Skeleton className="h-96" />
          <Skeleton className="h-96" />
        </div>
      ) : null}
    </>
  );
}
