import { useState, type SubmitEvent } from 'react';
import { FREEZE_REASONS, UNFREEZE_REASONS } from '@moniker/common/freeze-reasons.js';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog, FormActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import type { AdminUser } from '@/lib/api/types';
import { humanize } from '@/lib/format';
import { toast } from '@/lib/toast';
import { personName } from '../person';
import { useAdminFailure } from '../use-admin-failure';
import { useFreezeUser, type Freeze, type Unfreeze } from './queries/use-freeze-user';

type FreezeDialogProps = { user: AdminUser; onClose: () => void };

/** Freezes a customer, with a reason (ADM-60). */
export function FreezeDialog({ user, onClose }: FreezeDialogProps) {
  const [reason, setReason] = useState<Freeze['reason']>('suspicious_activity');
  const [allowsSignIn, setAllowsSignIn] = useState(false);
  const freeze = useFreezeUser();
  const fail = useAdminFailure();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    freeze.mutate(
      { id: user.id, freeze: { reason, allowsSignIn } },
      {
        onSuccess: () => {
          toast({
            title: 'Account frozen',
            description: allowsSignIn
              ? `${personName(user)} is signed out and can't send money.`
              : `${personName(user)} can't sign in or send money.`,
          });
          onClose();
        },
        onError: (error) => fail(error, 'Failed to freeze the account'),
      },
    );
  };
  return (
    <Dialog isOpen onClose={onClose} title={`Freeze ${personName(user)}`}>
      <form noValidate onSubmit={submit} className="space-y-4">
        <p className="text-sm text-ink-2">
          {allowsSignIn
            ? "They'll be signed out, and can't send money."
            : "They'll be signed out, and can't sign in or send money."}{' '}
          Payments to them will still arrive. We'll email them, but won't mention the reason.
        </p>
        <ReasonField reasons={FREEZE_REASONS} value={reason} onChange={setReason} />
        <Checkbox
          label="Let the customer sign in"
          checked={allowsSignIn}
          onChange={(event) => setAllowsSignIn(event.target.checked)}
        />
        <FormActions
          submitLabel="Freeze Account"
          variant="danger"
          isBusy={freeze.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

/** Ends a freeze, with a reason (ADM-61). */
export function UnfreezeDialog({ user, onClose }: FreezeDialogProps) {
  const [reason, setReason] = useState<Unfreeze['reason']>('resolved');
  const unfreeze = useFreezeUser();
  const fail = useAdminFailure();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    unfreeze.mutate(
      { id: user.id, unfreeze: { reason } },
      {
        onSuccess: () => {
          toast({
            title: 'Account unfrozen',
            description: `We'll email ${personName(user)}.`,
          });
          onClose();
        },
        onError: (error) => fail(error, 'Failed to unfreeze the account'),
      },
    );
  };
  return (
    <Dialog isOpen onClose={onClose} title={`Unfreeze ${personName(user)}`}>
      <form noValidate onSubmit={submit} className="space-y-4">
        <p className="text-sm text-ink-2">
          We'll lift the freeze and email {personName(user)}, but won't mention the reason. If someone else
          knew the password, ask the customer to change it first.
        </p>
        <ReasonField reasons={UNFREEZE_REASONS} value={reason} onChange={setReason} />
        <FormActions submitLabel="Unfreeze Account" isBusy={unfreeze.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

type ReasonFieldProps<Reason extends string> = {
  reasons: readonly Reason[];
  value: Reason;
  onChange: (reason: Reason) => void;
};

function ReasonField<Reason extends string>({ reasons, value, onChange }: ReasonFieldProps<Reason>) {
  const choose = (text: string) => {
    const reason = reasons.find((one) => one === text);
    if (reason !== undefined) onChange(reason);
  };
  return (
    <Field label="Reason" hint="Shown in the Event History.">
      {(control) => (
        <Select {...control} value={value} onChange={(event) => choose(event.target.value)}>
          {reasons.map((reason) => (
            <option key={reason} value={reason}>
              {humanize(reason)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
