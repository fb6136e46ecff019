import { useState } from 'react';
import { MIN_PASSWORD_LENGTH } from '@moniker/common/password-lengths.js';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { PasswordInput } from '@/components/ui/input';
import { errorFlags, errorMessage } from '@/lib/api/api-error';
import { hasBlank } from '@/lib/forms';
import { passwordHint } from '@/lib/password-hint';
import { toast, toastError } from '@/lib/toast';
import { useForm } from '@/lib/use-form';
import { useFailure } from '@/lib/use-failure';
import { unwrap, api } from '@/lib/api/client';
import { useMutation } from '@/lib/queries/use-mutation';
import { PasswordCode } from './password-code';
import { EMPTY_PASSWORDS, errorSummary, validatePasswords } from './password-values';
import { useChangePassword } from './queries/use-change-password';

/** Changes the password in two steps: the form, then the emailed code (AUTH-15, SET-6). */
export function PasswordCard({ email }: { email: string }) {
  const [expiresAt, setExpiresAt] = useState<number>();
  const form = useForm(EMPTY_PASSWORDS, validatePasswords);
  const otp = useMutation({
    mutationFn: (currentPassword: string) =>
      unwrap(api.POST('/api/auth/send-password-otp', { body: { currentPassword } })),
  });
  const change = useChangePassword();
  const fail = useFailure();

  const sendCode = () =>
    otp.mutate(form.values.currentPassword, {
      onSuccess: ({ message, isSent, expiresInSeconds }) => {
        toast({ title: isSent ? 'Verification code sent' : 'Please wait', description: message });
        setExpiresAt(Date.now() + expiresInSeconds * 1000);
      },
      onError: (error) => {
        fail(error, 'Failed to send OTP');
        if (errorFlags(error).fields?.includes('currentPassword')) {
          form.setServerError('currentPassword', errorMessage(error, 'Failed to send OTP'));
        }
      },
    });
  const changePassword = (otpCode: string) => {
    const { currentPassword, newPassword } = form.values;
    change.mutate(
      { currentPassword, newPassword, otpCode },
      {
        onSuccess: ({ message }) => {
          toast({ title: 'Password changed', description: message });
          form.reset();
          setExpiresAt(undefined);
        },
        onError: (error) => fail(error, 'Failed to change password'),
      },
    );
  };

  return (
    <Card>
      <CardHeader title="Change Password" description="We'll email you a code to confirm the change." />
      <CardBody>
        <PasswordForm
          form={form}
          email={email}
          isLocked={expiresAt !== undefined}
          isSending={otp.isPending}
          onSubmit={sendCode}
        />
        {expiresAt !== undefined ? (
          <PasswordCode
            key={expiresAt}
            expiresAt={expiresAt}
            isChanging={change.isPending}
            isSending={otp.isPending}
            onChange={changePassword}
            onSendAgain={sendCode}
            onCancel={() => setExpiresAt(undefined)}
          />
        ) : null}
      </CardBody>
    </Card>
  );
}

type PasswordFormProps = {
  form: ReturnType<typeof useForm<typeof EMPTY_PASSWORDS>>;
  email: string;
  isLocked: boolean;
  isSending: boolean;
  onSubmit: () => void;
};

/** The three password fields. Locked during the code step, so the validated values are the ones sent. */
function PasswordForm({ form, email, isLocked, isSending, onSubmit }: PasswordFormProps) {
  const { errors, bind } = form;
  const submit = form.submit(onSubmit, (invalid) => {
    const title = hasBlank(form.values) ? 'Missing information' : 'Check your passwords';
    toastError(title, errorSummary(form.values, invalid));
  });
  return (
    <form noValidate onSubmit={submit} className="max-w-md">
      {/* Tells password managers which account the password belongs to. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <fieldset disabled={isLocked || isSending} className="min-w-0 space-y-4">
        <legend className="sr-only">Passwords</legend>
        <Field label="Current password" error={errors.currentPassword}>
          {(control) => (
            <PasswordInput {...control} {...bind('currentPassword')} autoComplete="current-password" />
          )}
        </Field>
        <Field
          label="New password"
          error={errors.newPassword}
          hint={passwordHint(MIN_PASSWORD_LENGTH, form.values.newPassword)}
        >
          {(control) => <PasswordInput {...control} {...bind('newPassword')} autoComplete="new-password" />}
        </Field>
        <Field label="Confirm new password" error={errors.confirmation}>
          {(control) => <PasswordInput {...control} {...bind('confirmation')} autoComplete="new-password" />}
        </Field>
      </fieldset>
      {isLocked ? null : (
        <Button type="submit" isBusy={isSending} className="mt-5">
          Send Verification Code
        </Button>
      )}
    </form>
  );
}
