import { useRef, useState, type SubmitEvent } from 'react';
import { OTP_DIGITS } from '@moniker/common/one-time-code.js';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input, PasswordInput } from '@/components/ui/input';
import { OtpField } from '@/components/ui/otp-field';
import { errorFlags, errorMessage } from '@/lib/api/api-error';

const METHODS = ['passkey', 'app', 'recovery', 'password'] as const;
export type Method = (typeof METHODS)[number];

/** How the user confirms. `value` is the code or password, or empty for a passkey. */
export type Proof = { method: Method; value: string };

const CHOICES: Record<Method, string> = {
  passkey: 'Use a passkey',
  app: 'Use the authenticator app',
  recovery: 'Use a recovery code',
  password: 'Use your password',
};

type ConfirmFactorProps = {
  /** The methods that the API offers. */
  factors: readonly string[];
  submitLabel: string;
  onConfirm: (proof: Proof) => Promise<void>;
  /** Returns whether the caller has handled the error. */
  onError?: (error: unknown) => boolean;
};

/** Lets the user confirm with one of their factors (AUTH-54, AUTH-56). */
export function ConfirmFactor({ factors, submitLabel, onConfirm, onError }: ConfirmFactorProps) {
  const offered = METHODS.filter((method) => factors.includes(method));
  const [method, setMethod] = useState<Method>(offered[0] ?? 'app');
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const isRunning = useRef(false);
  const confirm = async (value: string) => {
    // The button isn't disabled until the next render (UI-26).
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    setFailure(undefined);
    try {
      await onConfirm({ method, value });
    } catch (error) {
      if (onError?.(error) !== true) setFailure(failureText(error, method));
    }
    isRunning.current = false;
    setIsBusy(false);
  };
  const change = (next: Method) => {
    setFailure(undefined);
    setMethod(next);
  };
  const shared = { submitLabel, isBusy, failure, onConfirm: (value: string) => void confirm(value) };
  return (
    <div className="space-y-4">
      {method === 'passkey' ? (
        <PasskeyStep {...shared} />
      ) : (
        <TextStep key={method} method={method} {...shared} />
      )}
      <div className="-mx-4 flex flex-wrap">
        {offered
          .filter((other) => other !== method)
          .map((other) => (
            <Button key={other} variant="ghost" disabled={isBusy} onClick={() => change(other)}>
              {CHOICES[other]}
            </Button>
          ))}
      </div>
    </div>
  );
}

/**
 * The error to show. For a malformed code, the server's message asks for an app code or a recovery code. The field for
 * recovery codes has its own message, because it doesn't accept app codes.
 */
function failureText(error: unknown, method: Method): string {
  return method === 'recovery' && errorFlags(error).code === 'VALIDATION_FAILED'
    ? 'Enter a recovery code such as ABCDE-23456'
    : errorMessage(error, "We couldn't confirm it's you");
}

type StepProps = {
  submitLabel: string;
  isBusy: boolean;
  failure: string | undefined;
  onConfirm: (value: string) => void;
};

function PasskeyStep({ isBusy, failure, onConfirm }: StepProps) {
  return (
    <div className="space-y-4">
      <p className="text-sm text-ink-2">
        Your browser will ask for your fingerprint, face, PIN or security key.
      </p>
      {failure === undefined ? null : <Alert tone="danger" title={failure} isLive />}
      <Button size="lg" isBusy={isBusy} className="w-full" onClick={() => onConfirm('')}>
        Use a Passkey
      </Button>
    </div>
  );
}

const TEXTS = {
  app: {
    label: '6-digit code',
    hint: 'Shown in your authenticator app.',
    missing: 'Please enter the 6-digit code',
  },
  recovery: { label: 'Recovery code', hint: undefined, missing: 'Please enter a recovery code' },
  password: { label: 'Password', hint: undefined, missing: 'Please enter your password' },
} as const;

type TextStepProps = StepProps & { method: keyof typeof TEXTS };

function TextStep({ method, submitLabel, isBusy, failure, onConfirm }: TextStepProps) {
  const [value, setValue] = useState('');
  const [missing, setMissing] = useState<string>();
  const update = (next: string) => {
    setValue(next);
    setMissing(undefined);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const isComplete = method === 'app' ? value.length === OTP_DIGITS : value.trim() !== '';
    if (isComplete) onConfirm(method === 'password' ? value : value.trim());
    else setMissing(TEXTS[method].missing);
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <Field label={TEXTS[method].label} hint={TEXTS[method].hint} error={missing ?? failure}>
        {(control) => <TextControl {...control} method={method} value={value} onValueChange={update} />}
      </Field>
      <Button type="submit" size="lg" isBusy={isBusy} className="w-full">
        {submitLabel}
      </Button>
    </form>
  );
}

type TextControlProps = {
  id: string;
  method: keyof typeof TEXTS;
  value: string;
  onValueChange: (value: string) => void;
};

function TextControl({ method, value, onValueChange, ...control }: TextControlProps) {
  if (method === 'app') {
    return <OtpField {...control} autoFocus name="code" value={value} onValueChange={onValueChange} />;
  }
  const shared = {
    ...control,
    autoFocus: true,
    name: method,
    value,
    onChange: (event: { target: { value: string } }) => onValueChange(event.target.value),
  };
  return method === 'password' ? (
    <PasswordInput {...shared} autoComplete="current-password" />
  ) : (
    <Input
      {...shared}
      autoComplete="off"
      spellCheck={false}
      placeholder="XXXXX-XXXXX"
      className="tnum uppercase"
    />
  );
}
