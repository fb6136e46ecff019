import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { OTP_DIGITS } from '@moniker/common/one-time-code.js';
import { PageTitle } from '@/components/layout/page-title';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { OtpField } from '@/components/ui/otp-field';
import { ResendButton } from '@/components/ui/resend-button';
import { errorMessage } from '@/lib/api/api-error';
import { toast, toastError } from '@/lib/toast';
import { unwrap, api } from '@/lib/api/client';
import { useRequest } from '@/lib/use-request';
import type { RequestBody } from '@/lib/api/types';

type VerifyEmailProps = {
  email: string;
  /** When the last code was requested; undefined after a sign-in, which does not request one. */
  requestedAt: number | undefined;
  onRequested: () => void;
  onVerified: () => void;
  onBack: () => void;
};

/** The screen for entering the emailed verification code. Success leads back to sign-in (REG-9, REG-10). */
export function VerifyEmail({ email, requestedAt, onRequested, onVerified, onBack }: VerifyEmailProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const verify = useRequest((body: RequestBody<'/api/auth/verify-email', 'post'>) =>
    unwrap(api.POST('/api/auth/verify-email', { body })),
  );
  const resend = useRequest((address: string) =>
    unwrap(api.POST('/api/auth/resend-verification', { body: { email: address } })),
  );
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus();
  }, []);

  const showError = (title: string, message: string) => {
    setError(message);
    toastError(title, message);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (code.length !== OTP_DIGITS) {
      showError('Missing information', 'Please enter the 6-digit verification code');
      return;
    }
    setError(undefined);
    verify.mutate(
      { email, otp: code },
      {
        onSuccess: ({ message }) => {
          toast({ title: 'Email verified', description: message });
          onVerified();
        },
        onError: (cause) => showError('Verification failed', errorMessage(cause, 'Invalid or expired code')),
      },
    );
  };
  const resendCode = () =>
    resend.mutate(email, {
      onSuccess: ({ message }) => {
        toast({ title: 'Verification code sent', description: message });
        onRequested();
      },
      onError: (cause) => toastError('Failed to resend code', errorMessage(cause, 'Failed to resend code')),
    });

  return (
    <div className="animate-fade">
      <PageTitle>Check your email</PageTitle>
      <h1 ref={heading} tabIndex={-1} className="display mt-8 text-3xl outline-none">
        Check Your Email
      </h1>
      <p className="mt-2 text-ink-2">
        {requestedAt === undefined ? 'Enter the 6-digit code we sent to ' : 'We sent a 6-digit code to '}
        <span className="font-semibold text-ink">{email}</span>
        {requestedAt === undefined ? ', or request a new one. Codes are valid for 10 minutes.' : '.'}
      </p>
      <form noValidate onSubmit={submit} className="mt-8 space-y-6">
        <Field label="Verification code" error={error}>
          {(control) => <OtpField {...control} name="otp" value={code} onValueChange={setCode} />}
        </Field>
        <Button type="submit" size="lg" isBusy={verify.isPending} className="w-full">
          Verify Email
        </Button>
      </form>
      <div className="mt-4 flex flex-wrap items-start justify-between gap-2">
        <Button variant="ghost" onClick={onBack} className="-ml-4">
          <ArrowLeft aria-hidden="true" className="size-4" />
          Back to Login
        </Button>
        <ResendButton
          isSending={resend.isPending}
          requestedAt={requestedAt}
          onResend={resendCode}
          className="-mr-4 items-end"
        />
      </div>
    </div>
  );
}
