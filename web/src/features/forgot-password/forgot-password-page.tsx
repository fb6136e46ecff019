import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Logo } from '@/components/layout/logo';
import { PageTitle } from '@/components/layout/page-title';
import { SkipLink } from '@/components/layout/skip-link';
import { Button } from '@/components/ui/button';
import { ThemeToggle } from '@/components/ui/theme-toggle';
import { preloadToastArea } from '@/components/ui/toaster';
import { EmailStep } from './email-step';
import { ResetStep } from './reset-step';

/** Password reset in two steps. The back arrow leads from step 2 to step 1, and from step 1 to /auth (AUTH-11). */
export function ForgotPasswordPage() {
  const navigate = useNavigate();
  const [step, setStep] = useState<1 | 2>(1);
  const { state } = useLocation() as { state: { email?: string } | null };
  const [email, setEmail] = useState(state?.email ?? '');
  const backToLogin = () => void navigate('/auth', { state: { email } });
  const [hasSent, setHasSent] = useState(false);
  const handleSent = (address: string) => {
    setHasSent(true);
    setEmail(address);
    setStep(2);
  };
  return (
    <div className="flex min-h-dvh flex-col px-4 sm:px-8">
      <SkipLink />
      <PageTitle>Reset your password</PageTitle>
      <header className="flex h-16 items-center justify-between gap-2">
        <Button
          variant="ghost"
          size="sm"
          className="-ml-3"
          onClick={() => (step === 2 ? setStep(1) : backToLogin())}
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          {step === 2 ? 'Back' : 'Back to Login'}
        </Button>
        <ThemeToggle className="-mr-2" />
      </header>
      <main
        id="main"
        tabIndex={-1}
        onFocus={preloadToastArea}
        className="mx-auto w-full max-w-md flex-1 py-8 lg:py-16"
      >
        <Logo />
        <p className="caption mt-8">Step {step} of 2</p>
        {step === 1 ? (
          <EmailStep
            initialEmail={email}
            isReturning={hasSent}
            onEmailChange={setEmail}
            onSent={handleSent}
          />
        ) : (
          <ResetStep email={email} onDone={backToLogin} />
        )}
      </main>
    </div>
  );
}
