import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { ConfirmFactor } from '@/components/factors/confirm-factor';
import { PageTitle } from '@/components/layout/page-title';
import { Button } from '@/components/ui/button';
import { errorFlags, errorMessage } from '@/lib/api/api-error';
import { toast, toastError } from '@/lib/toast';
import { confirmSignIn } from './queries/confirm-sign-in';

type SecondStepProps = { factors: readonly string[]; onBack: () => void };

/** The second step of a sign-in, for users with a second factor (AUTH-54). */
export function SecondStep({ factors, onBack }: SecondStepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isTyped = factors[0] === 'app';
  useEffect(() => {
    if (!isTyped) heading.current?.focus();
  }, [isTyped]);
  const leaveIfExpired = (error: unknown): boolean => {
    if (errorFlags(error).code !== 'SIGN_IN_EXPIRED') return false;
    toastError('Login failed', errorMessage(error, ''));
    onBack();
    return true;
  };
  return (
    <div className="animate-fade">
      <PageTitle>Confirm your sign-in</PageTitle>
      <h1 ref={heading} tabIndex={-1} className="display mt-8 text-3xl outline-none">
        One more step
      </h1>
      <p className="mt-2 mb-8 text-ink-2">Confirm that it&apos;s you to finish signing in.</p>
      <ConfirmFactor
        factors={factors}
        submitLabel="Confirm"
        onError={leaveIfExpired}
        onConfirm={async (proof) => {
          await confirmSignIn(proof);
          toast({ title: 'Login successful' });
        }}
      />
      <Button variant="ghost" onClick={onBack} className="mt-4 -ml-4">
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back to Login
      </Button>
    </div>
  );
}
