import { useState } from 'react';
import { PageTitle } from '@/components/layout/page-title';
import { ErrorState } from '@/components/ui/error-state';
import { PageSpinner } from '@/components/ui/spinner';
import { REDIRECT_ON_SUCCESS_MS } from '@/lib/constants';
import { useKycStatus } from '@/lib/queries/use-kyc-status';
import { toast } from '@/lib/toast';
import { useDelayedNavigate } from '@/lib/use-delayed-navigate';
import { ApplicationStatus } from './application-status';
import { ApplicationSubmitted } from './application-submitted';
import { ApplicationWizard } from './application-wizard';
import { applicationStateOf } from './application-state';

/** The application for a checking account, or its status (KYC-3, KYC-15). */
export function ApplyCheckingPage() {
  const status = useKycStatus();
  const navigateLater = useDelayedNavigate();
  const [isSubmitted, setIsSubmitted] = useState(false);
  const applicationState = status.data ? applicationStateOf(status.data) : null;
  const handleSubmitted = () => {
    setIsSubmitted(true);
    toast({ title: 'Application Submitted' });
    navigateLater('/dashboard', REDIRECT_ON_SUCCESS_MS);
  };
  return (
    <>
      <PageTitle>Apply for checking</PageTitle>
      <h1 className="display text-3xl">Apply for a checking account</h1>
      <div className="mt-6 md:mt-8">
        {isSubmitted ? <ApplicationSubmitted /> : null}
        {!isSubmitted && status.isPending ? <PageSpinner label="Loading your application" /> : null}
        {!isSubmitted && status.isError && !status.data ? (
          <ErrorState title="Your application could not be loaded." onRetry={() => void status.refetch()} />
        ) : null}
        {!isSubmitted && applicationState === 'open' ? (
          <ApplicationWizard isReapplying={Boolean(status.data?.kyc)} onSubmitted={handleSubmitted} />
        ) : null}
        {!isSubmitted && applicationState !== null && applicationState !== 'open' ? (
          <ApplicationStatus state={applicationState} />
        ) : null}
      </div>
    </>
  );
}
