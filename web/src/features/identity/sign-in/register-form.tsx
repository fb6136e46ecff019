import { useEffect } from 'react';
import { BRAND, HANDLE_NAME } from '@moniker/common/brand.js';
import { normalizeHandle } from '@moniker/common/handle.js';
import { MIN_PASSWORD_LENGTH } from '@moniker/common/password-lengths.js';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input, PasswordInput } from '@/components/ui/input';
import { NameFields } from '@/components/ui/name-fields';
import { errorFlags, errorMessage } from '@/lib/api/api-error';
import { hasBlank } from '@/lib/forms';
import { passwordHint } from '@/lib/password-hint';
import { toast, toastError } from '@/lib/toast';
import { useForm, type FormErrors } from '@/lib/use-form';
import { unwrap, api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { useRequest } from '@/lib/use-request';
import { isRegistrationField, validateRegistration, type RegisterValues } from './register-values';

type RegisterFormProps = {
  initialValues: RegisterValues;
  onEmailChange: (email: string) => void;
  onRegistered: (values: RegisterValues) => void;
};

/** Registration. Success leads to the verification screen (REG-7). */
export function RegisterForm({ initialValues, onEmailChange, onRegistered }: RegisterFormProps) {
  const register = useRequest((body: RequestBody<'/api/auth/register', 'post'>) =>
    unwrap(api.POST('/api/auth/register', { body })),
  );
  const form = useForm(initialValues, validateRegistration);
  const { email: typedEmail } = form.values;
  useEffect(() => onEmailChange(typedEmail), [typedEmail, onEmailChange]);

  const send = (values: RegisterValues) => {
    const email = values.email.trim();
    const { confirmation: _, ...fields } = values;
    const body = { ...fields, email, firstName: values.firstName.trim(), lastName: values.lastName.trim() };
    register.mutate(body, {
      onSuccess: ({ message }) => {
        toast({ title: 'Registration successful', description: message });
        onRegistered({ ...values, email });
      },
      onError: (error) => {
        // The earlier attempt, whose response was lost, did register the address (REG-18).
        if (errorFlags(error).emailNotVerified && register.isRepeat(body)) {
          toast({
            title: 'Registration successful',
            description: 'Your first try had already gone through.',
          });
          onRegistered({ ...values, email });
          return;
        }
        const description = errorMessage(error, 'Please try again');
        toastError('Registration failed', description);
        const field = errorFlags(error).fields?.find(isRegistrationField);
        if (field !== undefined) form.setServerError(field, description);
        if (errorFlags(error).emailNotVerified) onRegistered({ ...values, email });
      },
    });
  };
  const toastInvalid = (broken: FormErrors<RegisterValues>) => {
    const isMissing = hasBlank(form.values);
    toastError(
      isMissing ? 'Missing information' : 'Please check your details',
      isMissing
        ? 'Please fill in all fields including phone number'
        : (broken.confirmation ?? broken.password ?? broken.moniker ?? broken.phoneNumber),
    );
  };

  return (
    <form noValidate onSubmit={form.submit(send, toastInvalid)} className="space-y-5">
      <PersonFields form={form} />
      <Field
        label="Password"
        error={form.errors.password}
        hint={passwordHint(MIN_PASSWORD_LENGTH, form.values.password)}
      >
        {(control) => <PasswordInput {...control} {...form.bind('password')} autoComplete="new-password" />}
      </Field>
      <Field label="Confirm password" error={form.errors.confirmation}>
        {(control) => (
          <PasswordInput {...control} {...form.bind('confirmation')} autoComplete="new-password" />
        )}
      </Field>
      <div>
        <Checkbox label={<TermsLabel />} name="terms" />
        <Checkbox label="Send me news about new features" name="marketing" />
      </div>
      <Button type="submit" size="lg" isBusy={register.isPending} className="w-full">
        Create Account
      </Button>
    </form>
  );
}

type RegisterFormState = ReturnType<typeof useForm<RegisterValues>>;

function PersonFields({ form }: { form: RegisterFormState }) {
  const { bind, errors } = form;
  return (
    <>
      <NameFields form={form} className="grid gap-5 xs:grid-cols-2 xs:gap-4" />
      <Field
        label={HANDLE_NAME}
        error={errors.moniker}
        hint="Your public handle, like $nora. 3 to 20 characters: lowercase letters, numbers and underscores."
      >
        {(control) => (
          <div className="relative">
            <span aria-hidden="true" className="absolute inset-y-0 left-3 flex items-center text-ink-3">
              $
            </span>
            <Input
              {...control}
              {...bind('moniker', normalizeHandle)}
              autoComplete="nickname"
              autoCapitalize="none"
              spellCheck={false}
              className="pl-7"
            />
          </div>
        )}
      </Field>
      <Field label="Email" error={errors.email} hint="We'll email you a 6-digit code.">
        {(control) => <Input {...control} {...bind('email')} type="email" autoComplete="email" />}
      </Field>
      <Field label="Phone number" error={errors.phoneNumber}>
        {(control) => <Input {...control} {...bind('phoneNumber')} type="tel" autoComplete="tel" />}
      </Field>
    </>
  );
}

function TermsLabel() {
  return (
    <>
      I agree to {BRAND}'s{' '}
      <a
        href="/terms"
        target="_blank"
        rel="noreferrer"
        className="font-[550] text-accent underline underline-offset-4"
      >
        Terms of Service
      </a>
    </>
  );
}
