import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input, PasswordInput } from '@/components/ui/input';
import { errorFlags, errorMessage } from '@/lib/api/api-error';
import { errorIfBlank } from '@/lib/forms';
import { COOKIES_BLOCKED } from '@/lib/session';
import { toast, toastError } from '@/lib/toast';
import { useForm } from '@/lib/use-form';
import { useLogin } from './queries/use-login';

const EMPTY = { email: '', password: '' };
const UNVERIFIED_MESSAGE = /verify your email/i;

const validate = (values: typeof EMPTY) => ({
  email: errorIfBlank(values.email, 'Enter your email address'),
  password: values.password === '' ? 'Enter your password' : undefined,
});

type LoginFormProps = {
  initialEmail: string;
  onEmailChange: (email: string) => void;
  onUnverified: (email: string) => void;
  /** Called when the password is right and a second factor is needed. */
  onUnconfirmed: (factors: readonly string[]) => void;
};

/** Sign-in (AUTH-1, AUTH-2). An unverified address leads to the verification screen (AUTH-4). */
export function LoginForm({ initialEmail, onEmailChange, onUnverified, onUnconfirmed }: LoginFormProps) {
  const login = useLogin();
  const form = useForm({ ...EMPTY, email: initialEmail }, validate);
  const { email } = form.values;
  useEffect(() => onEmailChange(email), [email, onEmailChange]);

  const handleError = (error: unknown, address: string) => {
    const message = errorMessage(error, 'Please check your credentials');
    const { factors } = errorFlags(error);
    if (factors) {
      onUnconfirmed(factors);
      return;
    }
    if (errorFlags(error).emailNotVerified || UNVERIFIED_MESSAGE.test(message)) {
      toast({ title: 'Email verification required', description: message });
      onUnverified(address);
    } else {
      toastError('Login failed', message);
    }
  };
  const send = ({ password }: typeof EMPTY) => {
    const address = email.trim();
    login.mutate(
      { email: address, password },
      {
        // The routes for signed-in users open the next screen (AUTH-32).
        onSuccess: () => toast({ title: 'Login successful' }),
        onError: (error) => handleError(error, address),
      },
    );
  };
  const toastMissing = () => toastError('Missing information', 'Please fill in all fields');

  return (
    <form noValidate onSubmit={form.submit(send, toastMissing)} className="space-y-5">
      {navigator.cookieEnabled ? null : <Alert tone="warning" title={COOKIES_BLOCKED} />}
      <Field label="Email" error={form.errors.email}>
        {(control) => <Input {...control} {...form.bind('email')} type="email" autoComplete="username" />}
      </Field>
      <Field label="Password" error={form.errors.password}>
        {(control) => (
          <PasswordInput {...control} {...form.bind('password')} autoComplete="current-password" />
        )}
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox label="Remember me" name="remember" />
        <Link
          to="/forgot-password"
          className="inline-flex min-h-11 items-center text-sm font-[550] text-accent underline-offset-4 hover:underline md:min-h-8"
        >
          Forgot password?
        </Link>
      </div>
      <Button type="submit" size="lg" isBusy={login.isPending} className="w-full">
        Sign In
      </Button>
    </form>
  );
}
