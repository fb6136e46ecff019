import { MAX_PASSKEY_NAME_LENGTH } from '@moniker/common/text-lengths.js';
import { Field } from '@/components/ui/field';
import { Button } from '@/components/ui/button';
import { DialogActions, FormActions } from '@/components/ui/dialog';
import { Input } from '@/components/ui/input';
import { errorFlags } from '@/lib/api/api-error';
import { errorIfBlank } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { useForm } from '@/lib/use-form';
import { useFailure } from '@/lib/use-failure';
import type { NewPasskey, PasskeyProof } from '@/lib/passkeys';
import { useAddPasskey, useCreatePasskey, useFactors, useSignPasskey } from './queries/use-factors';

export type AddFactorProps = {
  /** Called with new recovery codes if the user had no second factor before, and otherwise with null. */
  onAdded: (recoveryCodes: readonly string[] | null) => void;
  onCancel: () => void;
};

/** Names and adds a passkey (AUTH-51). The browser asks where to keep it. */
export function AddPasskeyForm({ onAdded, onCancel }: AddFactorProps) {
  const { data: factors } = useFactors();
  const create = useCreatePasskey();
  const sign = useSignPasskey();
  const add = useAddPasskey();
  const fail = useFailure();
  const isBusy = create.isPending || sign.isPending || add.isPending;
  const form = useForm({ name: '' }, ({ name }) => ({ name: errorIfBlank(name, 'Please name the passkey') }));
  const name = form.values.name.trim();
  const onError = (error: unknown) => {
    if (errorFlags(error).code !== 'FACTOR_REQUIRED') fail(error, 'Failed to add the passkey');
  };
  const addCreated = (passkey: NewPasskey, signature?: PasskeyProof) =>
    add.mutate(
      { name, ...passkey, ...(signature && { signature }) },
      {
        onSuccess: ({ recoveryCodes }) => {
          toast({ title: 'Passkey added', description: `${name} is ready to use.` });
          onAdded(recoveryCodes);
        },
        onError,
      },
    );
  // An admin who signs approvals is asked to confirm a new passkey with an earlier one (AUTH-91).
  const isSigned = factors?.signsApprovals === true && factors.passkeys.length > 0;
  const submit = form.submit(() =>
    create.mutate(undefined, {
      onSuccess: ({ passkey, authenticatorData }) => {
        if (!isSigned || authenticatorData === undefined) addCreated(passkey);
      },
      onError,
    }),
  );
  const created = create.data;
  if (isSigned && created?.authenticatorData !== undefined) {
    return (
      <div className="space-y-4">
        <p className="text-sm text-ink-2">
          Now use a passkey you already have. It vouches for the new passkey, so auditors accept the approvals
          you sign with the new one. If you skip this step, an auditor has to confirm the new passkey.
        </p>
        <DialogActions>
          <Button variant="secondary" disabled={isBusy} onClick={() => addCreated(created.passkey)}>
            Skip
          </Button>
          <Button
            autoFocus
            isBusy={isBusy}
            onClick={() =>
              sign.mutate(created, {
                onSuccess: (signature) => addCreated(created.passkey, signature),
                onError,
              })
            }
          >
            Use a Passkey
          </Button>
        </DialogActions>
      </div>
    );
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <p className="text-sm text-ink-2">
        Your device, password manager or security key stores the passkey. You unlock it with your fingerprint,
        face or PIN.
      </p>
      <Field
        label="Name"
        error={form.errors.name}
        hint="A name such as “Laptop” or “Blue key” helps you tell your passkeys apart."
      >
        {(control) => (
          <Input {...control} {...form.bind('name')} maxLength={MAX_PASSKEY_NAME_LENGTH} autoComplete="off" />
        )}
      </Field>
      <FormActions submitLabel="Continue" isBusy={isBusy} onCancel={onCancel} />
    </form>
  );
}
