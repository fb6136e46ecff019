import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { OtpField } from '@/components/ui/otp-field';
import { dismissErrorToast, toastError } from '@/lib/toast';
import { formatCountdown, useSecondsLeft } from '@/lib/use-seconds-left';

/** Lifetime of the emailed code (AUTH-8). */
const CODE_VALID_SECONDS = 600;

type PasswordCodeProps = {
  /** When the newest code expires. */
  expiresAt: number;
  isChanging: boolean;
  isSending: boolean;
  onChange: (otpCode: string) => void;
  onSendAgain: () => void;
  onCancel: () => void;
};

/** The field for the emailed code, with a countdown. Unmounting the field discards the typed code (SET-6). */
export function PasswordCode(props: PasswordCodeProps) {
  const { expiresAt, isChanging, isSending, onChange, onSendAgain, onCancel } = props;
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const secondsLeft = useSecondsLeft(expiresAt, CODE_VALID_SECONDS);
  const form = useRef<HTMLFormElement>(null);
  const focusCode = () => form.current?.querySelector('input')?.focus();
  useEffect(focusCode, []);

  const updateCode = (next: string) => {
    setCode(next);
    setError(undefined);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (code === '') {
      const description = 'Please enter the verification code';
      setError(description);
      focusCode();
      toastError('Missing information', description);
      return;
    }
    dismissErrorToast();
    onChange(code);
  };

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      aria-label="Verification code"
      className="animate-fade mt-6 max-w-md space-y-4 border-t border-rule pt-5"
    >
      <Field label="Verification code" error={error} hint="We sent a 6-digit code to your email address.">
        {(control) => <OtpField {...control} name="otpCode" value={code} onValueChange={updateCode} />}
      </Field>
      {secondsLeft > 0 ? (
        <p className="text-sm text-ink-2">
          Code expires in{' '}
          <span role="timer" className="tnum font-semibold text-ink">
            {formatCountdown(secondsLeft)}
          </span>
        </p>
      ) : (
        <p role="status" className="text-sm text-warning">
          The code has expired.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {secondsLeft > 0 ? (
          <Button type="submit" isBusy={isChanging}>
            Change Password
          </Button>
        ) : (
          <Button isBusy={isSending} onClick={onSendAgain}>
            Send a new code
          </Button>
        )}
        <Button variant="secondary" disabled={isChanging} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
