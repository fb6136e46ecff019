import { useState } from 'react';
import { PageTitle } from '@/components/layout/page-title';
import { ErrorState } from '@/components/ui/error-state';
import { PageSpinner } from '@/components/ui/spinner';
import { REDIRECT_ON_SUCCESS_MS } from '@/lib/constants';
import { useKycStatus } from '@/lib/queries/use-kyc-status';
import { toast } from '@/lib/toast';
import { useDelayedNavigate } from '@/lib/use-delayed-navigate';
import { ApplicationForm } from './application-form';
import { ApplicationStatus } from './application-status';
import { ApplicationSubmitted } from './application-submitted';
import { getApplicationState } from './application-state';

/** The application for a checking account, or its status (KYC-3, KYC-15). */
export function ApplyCheckingPage() {
  const status = useKycStatus();
  const navigateLater = useDelayedNavigate();
  const [isSubmitted, setIsSubmitted] = useState(false);
  const applicationState = status.data ? getApplicationState(status.data) : null;
  const handleSubmitted = () => {
    setIsSubmitted(true);
    toast({ title: 'Application Submitted' });
    navigateLater('/dashboard', REDIRECT_ON_SUCCESS_MS);
  };
  return (
    <div className="mx-auto max-w-2xl">
      <PageTitle>Apply for checking</PageTitle>
      <h1 className="display text-3xl">Apply for a checking account</h1>
      <div className="mt-6 md:mt-8">
        {isSubmitted ? <ApplicationSubmitted /> : null}
        {!isSubmitted && status.isPending ? <PageSpinner label="Loading your application" /> : null}
        {!isSubmitted && status.isError && !status.data ? (
          <ErrorState title="We couldn't load your application." onRetry={() => void status.refetch()} />
        ) : null}
        {!isSubmitted && applicationState === 'open' ? (
          <ApplicationForm kyc={status.data?.kyc ?? null} onSubmitted={handleSubmitted} />
        ) : null}
        {!isSubmitted && applicationState !== null && applicationState !== 'open' ? (
          <ApplicationStatus state={applicationState} kyc={status.data?.kyc ?? null} />
        ) : null}
      </div>
    </div>
  );
}
