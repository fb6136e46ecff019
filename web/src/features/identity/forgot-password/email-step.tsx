import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { errorMessage } from '@/lib/api/api-error';
import { toast, toastError } from '@/lib/toast';
import { useSendResetCode } from './queries/use-send-reset-code';

type EmailStepProps = {
  /** The address that the user entered earlier, in this step or at sign-in. */
  initialEmail: string;
  /** Whether the user returned from step 2. */
  isReturning: boolean;
  onEmailChange: (email: string) => void;
  onSent: (email: string) => void;
};

export function EmailStep({ initialEmail, isReturning, onEmailChange, onSent }: EmailStepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [focusesHeading] = useState(isReturning);
  useEffect(() => {
    if (focusesHeading) heading.current?.focus();
  }, [focusesHeading]);
  const [email, setEmail] = useState(initialEmail);
  const [error, setError] = useState<string>();
  const send = useSendResetCode();

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const address = email.trim();
    if (!address) {
      setError('Please enter your email address');
      return;
    }
    setError(undefined);
    send.mutate(address, {
      onSuccess: ({ message }) => {
        toast({ title: 'Check your email', description: message });
        onSent(address);
      },
      onError: (cause) => toastError('Error', errorMessage(cause, 'Failed to send reset code')),
    });
  };

  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="display mt-1 text-3xl outline-none">
        Forgot your password?
      </h1>
      <p className="mt-2 text-ink-2">
        Enter your email address. If there's an account with this address, we'll send you a reset code.
      </p>
      <form noValidate onSubmit={submit} className="mt-8 space-y-6">
        <Field label="Email" error={error}>
          {(control) => (
            <Input
              {...control}
              type="email"
              name="email"
              autoComplete="username"
              value={email}
              onChange={(event) => {
                setEmail(event.target.value);
                onEmailChange(event.target.value);
              }}
            />
          )}
        </Field>
        <Button type="submit" size="lg" isBusy={send.isPending} className="w-full">
          Send Reset Code
        </Button>
      </form>
    </>
  );
}
