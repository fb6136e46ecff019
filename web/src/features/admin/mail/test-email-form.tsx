import { MAX_PERSON_NAME_LENGTH } from '@moniker/common/text-lengths.js';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { ApiError } from '@/lib/api/api-error';
import { errorIfBlank } from '@/lib/forms';
import { toast, toastError } from '@/lib/toast';
import { useForm } from '@/lib/use-form';
import { useSessionExpiry } from '@/lib/use-session-expiry';
import { unwrap, api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { useMutation } from '@/lib/queries/use-mutation';

const EMPTY = { email: '', firstName: '' };
const FAILED = 'Failed to send test email. Check email service configuration.';

const validate = ({ email, firstName }: typeof EMPTY) => ({
  email: errorIfBlank(email, 'Enter an email address'),
  firstName: errorIfBlank(firstName, 'Enter a first name'),
});

/** Sends one email without the queue, so the response shows whether the mail service works. */
export function TestEmailForm() {
  const test = useMutation({
    mutationFn: (body: RequestBody<'/api/admin/test-email', 'post'>) =>
      unwrap(api.POST('/api/admin/test-email', { body })),
  });
  const handleSessionExpiry = useSessionExpiry();
  const form = useForm(EMPTY, validate);

  const send = ({ email, firstName }: typeof EMPTY) =>
    test.mutate(
      { email: email.trim(), firstName: firstName.trim() },
      {
        onSuccess: (sent) => toast({ title: `Test email sent successfully to ${sent.email}` }),
        onError: (error) => {
          if (handleSessionExpiry(error)) return;
          toastError('Error', FAILED);
        },
      },
    );
  return (
    <section aria-label="Email Test" className="min-w-0">
      <h2 className="text-lg font-semibold">Email Test</h2>
      <p className="text-sm text-ink-3">Sends an email with a 6-digit code right away.</p>
      <form noValidate onSubmit={form.submit(send)} className="mt-4 space-y-5">
        <Field label="Email" error={form.errors.email}>
          {(control) => <Input {...control} {...form.bind('email')} type="email" autoComplete="off" />}
        </Field>
        <Field label="First name" error={form.errors.firstName}>
          {(control) => (
            <Input
              {...control}
              {...form.bind('firstName')}
              autoComplete="off"
              maxLength={MAX_PERSON_NAME_LENGTH}
            />
          )}
        </Field>
        {test.isError ? (
          <Alert tone="danger" isLive title={FAILED}>
            {mailRefusal(test.error)}
          </Alert>
        ) : null}
        {test.isSuccess ? (
          <Alert tone="positive" title={`The mail server accepted the email to ${test.data.email}.`} />
        ) : null}
        <Button type="submit" isBusy={test.isPending} className="w-full">
          Send Test Email
        </Button>
      </form>
    </section>
  );
}

/**
 * Why the API refused the request, such as an invalid address. Undefined if the mail service failed, because the
 * alert's title already says so.
 */
function mailRefusal(error: Error): string | undefined {
  return error instanceof ApiError && error.status < 500 && error.isExplained ? error.message : undefined;
}
