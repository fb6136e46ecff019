import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PageTitle } from '@/components/layout/page-title';
import { VisitorPage } from '@/components/layout/visitor-page';
import { Button } from '@/components/ui/button';
import { preloadToastArea } from '@/components/ui/toaster';
import { useSteps } from '@/lib/use-steps';
import { useVisitorEmail } from '@/lib/visitor-email';
import { EmailStep } from './email-step';
import { ResetStep } from './reset-step';

/**
 * Password reset in two steps, which are history entries (UI-27). The back arrow leads from step 2 to step 1, and from
 * step 1 to /auth (AUTH-11).
 */
export function ForgotPasswordPage() {
  const navigate = useNavigate();
  const steps = useSteps<'email' | 'reset'>('email');
  const [email, setEmail] = useVisitorEmail();
  const [request, setRequest] = useState<{ email: string; at: number }>();
  // Step 2 applies only to the address that the code was sent to. After a step back, the user may have changed the
  // address.
  const step = steps.step === 'reset' && request?.email === email ? 2 : 1;
  const handleSent = (address: string) => {
    setRequest({ email: address, at: Date.now() });
    setEmail(address);
    steps.goTo('reset');
  };
  return (
    <VisitorPage
      onFocus={preloadToastArea}
      action={
        <Button
          variant="ghost"
          size="sm"
          className="-ml-3"
          onClick={() => (step === 2 ? steps.goBack() : void navigate('/auth'))}
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          {step === 2 ? 'Back' : 'Back to Login'}
        </Button>
      }
    >
      <PageTitle>Reset your password</PageTitle>
      <p className="caption mt-8">Step {step} of 2</p>
      {step === 1 ? (
        <EmailStep
          initialEmail={email}
          isReturning={request !== undefined}
          onEmailChange={setEmail}
          onSent={handleSent}
        />
      ) : (
        <ResetStep
          email={email}
          requestedAt={request?.at}
          onRequested={() => setRequest({ email, at: Date.now() })}
          onDone={() => void navigate('/auth', { replace: true })}
        />
      )}
    </VisitorPage>
  );
}
