import { useEffect, useState, type SubmitEvent } from 'react';
import { OTP_DIGITS } from '@moniker/common/one-time-code.js';
import { CopyButton } from '@/components/ui/copy-button';
import { FormActions } from '@/components/ui/dialog';
import { ErrorState } from '@/components/ui/error-state';
import { Field } from '@/components/ui/field';
import { OtpField } from '@/components/ui/otp-field';
import { Spinner } from '@/components/ui/spinner';
import { errorMessage } from '@/lib/api/api-error';
import { toast } from '@/lib/toast';
import { useSessionExpiry } from '@/lib/use-session-expiry';
import type { AddFactorProps } from './add-passkey-form';
import { QrCode } from '@/components/ui/qr-code';
import { useAddApp, useNewAppSecret } from './queries/use-factors';

const GROUP = /.{1,4}/g;

/** Shows the secret of an authenticator app and adds the app with its first code (AUTH-52). */
export function AddAppForm({ onAdded, onCancel }: AddFactorProps) {
  const secret = useNewAppSecret();
  const { mutate: start } = secret;
  useEffect(() => start(), [start]);
  if (secret.isError) {
    return (
      <ErrorState
        title={errorMessage(secret.error, "We couldn't create a setup key.")}
        onRetry={() => secret.mutate()}
      />
    );
  }
  if (!secret.data) {
    return (
      <div role="status" className="flex min-h-44 items-center justify-center">
        <Spinner className="size-5" />
        <span className="sr-only">Creating a setup key</span>
      </div>
    );
  }
  return (
    <div className="space-y-5">
      <Secret secret={secret.data.secret} uri={secret.data.uri} />
      <CodeForm onAdded={onAdded} onCancel={onCancel} />
    </div>
  );
}

function Secret({ secret, uri }: { secret: string; uri: string }) {
  return (
    <div className="flex flex-wrap items-start gap-x-5 gap-y-4">
      <QrCode text={uri} label="QR code for your authenticator app" />
      <div className="min-w-0 flex-1 basis-52 text-sm">
        <p className="text-ink-2">Scan the QR code with your authenticator app, or enter this setup key:</p>
        <div className="mt-2 flex items-start gap-2">
          <code translate="no" className="font-mono leading-6 break-words">
            {secret.match(GROUP)?.join(' ')}
          </code>
          <CopyButton label="setup key" value={secret} />
        </div>
      </div>
    </div>
  );
}

function CodeForm({ onAdded, onCancel }: AddFactorProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const add = useAddApp();
  const expire = useSessionExpiry();
  const update = (next: string) => {
    setCode(next);
    setError(undefined);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (code.length !== OTP_DIGITS) {
      setError('Please enter the 6-digit code');
      return;
    }
    add.mutate(code, {
      onSuccess: ({ passkeys, recoveryCodes }) => {
        toast({
          title: 'Authenticator app added',
          description:
            passkeys.length > 0
              ? 'You can use its codes when you sign in.'
              : "You'll be asked for a code when you sign in.",
        });
        onAdded(recoveryCodes);
      },
      onError: (cause) => {
        if (!expire(cause)) setError(errorMessage(cause, 'Failed to add the authenticator app'));
      },
    });
  };
  return (
    <form noValidate onSubmit={submit}>
      <Field label="6-digit code" error={error}>
        {(control) => <OtpField {...control} name="code" value={code} onValueChange={update} />}
      </Field>
      <FormActions submitLabel="Add App" isBusy={add.isPending} onCancel={onCancel} />
    </form>
  );
}
