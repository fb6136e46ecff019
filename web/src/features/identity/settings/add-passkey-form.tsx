import { MAX_PASSKEY_NAME_LENGTH } from '@moniker/common/text-lengths.js';
import { Field } from '@/components/ui/field';
import { FormActions } from '@/components/ui/dialog';
import { Input } from '@/components/ui/input';
import { flagsOf, messageOf } from '@/lib/api/api-error';
import { errorIfBlank } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { useForm } from '@/lib/use-form';
import { useSessionExpiry } from '@/lib/use-session-expiry';
import { useAddPasskey } from './queries/use-factors';

export type AddFactorProps = {
  /** Called with the recovery codes that came with the first factor. */
  onAdded: (recoveryCodes: readonly string[] | null) => void;
  onCancel: () => void;
};

/** Names and adds a passkey (AUTH-51). The browser asks where to keep it. */
export function AddPasskeyForm({ onAdded, onCancel }: AddFactorProps) {
  const add = useAddPasskey();
  const expire = useSessionExpiry();
  const form = useForm({ name: '' }, ({ name }) => ({ name: errorIfBlank(name, 'Please name the passkey') }));
  const submit = form.submit(({ name }) =>
    add.mutate(name.trim(), {
      onSuccess: ({ recoveryCodes }) => {
        toast({ title: 'Passkey added', description: `${name.trim()} now confirms that it is you.` });
        onAdded(recoveryCodes);
      },
      onError: (error) => {
        if (expire(error) || flagsOf(error).code === 'FACTOR_REQUIRED') return;
        const description = messageOf(error, 'Failed to add the passkey');
        toast({ title: 'Error', description, variant: 'destructive' });
      },
    }),
  );
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <p className="text-sm text-ink-2">
        A passkey is kept by your device, your password manager or a security key. You use it with a
        fingerprint, your face or a PIN.
      </p>
      <Field
        label="Name"
        error={form.errors.name}
        hint="Tells your passkeys apart, such as “Laptop” or “Blue key”."
      >
        {(control) => (
          <Input {...control} {...form.bind('name')} maxLength={MAX_PASSKEY_NAME_LENGTH} autoComplete="off" />
        )}
      </Field>
      <FormActions submitLabel="Continue" isBusy={add.isPending} onCancel={onCancel} />
    </form>
  );
}
