import { useEffect, useRef } from 'react';
import { MIN_RESET_PASSWORD_LENGTH } from '@moniker/common/password-lengths.js';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { PasswordInput } from '@/components/ui/input';
import { OtpField } from '@/components/ui/otp-field';
import { ResendButton } from '@/components/ui/resend-button';
import { errorMessage } from '@/lib/api/api-error';
import { hasBlank, errorIfBlank } from '@/lib/forms';
import { newPasswordErrors } from '@/lib/new-password-errors';
import { passwordHint } from '@/lib/password-hint';
import { toast, toastError } from '@/lib/toast';
import { useForm } from '@/lib/use-form';
import { unwrap, api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { useRequest } from '@/lib/use-request';
import { useSendResetCode } from './queries/use-send-reset-code';

const EMPTY = { resetCode: '', newPassword: '', confirmation: '' };

const validate = ({ resetCode, newPassword, confirmation }: typeof EMPTY) => ({
  resetCode: errorIfBlank(resetCode, 'Enter the reset code'),
  ...newPasswordErrors(newPassword, confirmation, MIN_RESET_PASSWORD_LENGTH),
});

type ResetStepProps = {
  email: string;
  /** When the last code was requested. */
  requestedAt: number | undefined;
  onRequested: () => void;
  onDone: () => void;
};

/** Step 2: the reset code and the new password (AUTH-12). */
export function ResetStep({ email, requestedAt, onRequested, onDone }: ResetStepProps) {
  const reset = useRequest((body: RequestBody<'/api/auth/reset-password', 'post'>) =>
    unwrap(api.POST('/api/auth/reset-password', { body })),
  );
  const resend = useSendResetCode();
  const form = useForm(EMPTY, validate);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const fail = (error: unknown, fallback: string) => toastError('Error', errorMessage(error, fallback));

  const send = ({ resetCode, newPassword }: typeof EMPTY) =>
    reset.mutate(
      { email, resetCode, newPassword },
      {
        onSuccess: ({ message }) => {
          toast({ title: 'Password reset', description: message });
          onDone();
        },
        onError: (error) => fail(error, 'Failed to reset password'),
      },
    );
  const toastMissing = () => {
    if (!hasBlank(form.values)) return;
    toastError('Missing information', 'Please fill in all fields');
  };
  const resendCode = () =>
    resend.mutate(email, {
      onSuccess: ({ message }) => {
        toast({ title: 'Check your email', description: message });
        onRequested();
      },
      onError: (error) => fail(error, 'Failed to resend reset code'),
    });

  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="display mt-1 text-3xl outline-none">
        Choose a new password
      </h1>
      <p className="mt-2 text-ink-2">
        If there's an account for <span className="font-semibold text-ink">{email}</span>, we've emailed you a
        code. Enter it here.
      </p>
      <form noValidate onSubmit={form.submit(send, toastMissing)} className="mt-8 space-y-5">
        {/* Tells password managers which account the password belongs to. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <Field label="Reset code" error={form.errors.resetCode}>
          {(control) => (
            <OtpField
              {...control}
              name="resetCode"
              value={form.values.resetCode}
              onValueChange={(code) => form.set('resetCode', code)}
            />
          )}
        </Field>
        <Field
          label="New password"
          error={form.errors.newPassword}
          hint={passwordHint(MIN_RESET_PASSWORD_LENGTH, form.values.newPassword)}
        >
          {(control) => (
            <PasswordInput {...control} {...form.bind('newPassword')} autoComplete="new-password" />
          )}
        </Field>
        <Field label="Confirm new password" error={form.errors.confirmation}>
          {(control) => (
            <PasswordInput {...control} {...form.bind('confirmation')} autoComplete="new-password" />
          )}
        </Field>
        <Button type="submit" size="lg" isBusy={reset.isPending} className="w-full">
          Reset Password
        </Button>
      </form>
      <ResendButton
        isSending={resend.isPending}
        requestedAt={requestedAt}
        onResend={resendCode}
        className="mt-3"
      />
    </>
  );
}
