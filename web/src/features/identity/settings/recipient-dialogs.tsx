import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, FormActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { Recipient } from '@/lib/api/types';
import { errorIfBlank } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { useFailure } from '@/lib/use-failure';
import { useForm } from '@/lib/use-form';
import { useChangeRecipient } from './queries/use-change-recipient';

type RecipientDialogProps = { recipient: Recipient; onClose: () => void };

/** Gives a recipient another name (TRF-81). */
export function RenameRecipientDialog({ recipient, onClose }: RecipientDialogProps) {
  const rename = useChangeRecipient(recipient.id);
  const fail = useFailure();
  const form = useForm({ name: recipient.recipientName }, ({ name }) => ({
    name: errorIfBlank(name, "Enter the recipient's name"),
  }));
  const submit = form.submit(({ name }) =>
    rename.mutate(name.trim(), {
      onSuccess: () => {
        toast({ title: 'Recipient renamed' });
        onClose();
      },
      onError: (error) => fail(error, 'Failed to rename the recipient'),
    }),
  );
  return (
    <Dialog isOpen onClose={onClose} title="Rename recipient">
      <form noValidate onSubmit={submit}>
        <Field label="Recipient name" error={form.errors.name} hint="Future transfers will show this name.">
          {(control) => <Input {...control} {...form.bind('name')} autoComplete="off" maxLength={120} />}
        </Field>
        <FormActions submitLabel="Save" isBusy={rename.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

/** Asks before a recipient is removed (TRF-81). */
export function RemoveRecipientDialog({ recipient, onClose }: RecipientDialogProps) {
  const remove = useChangeRecipient(recipient.id);
  const fail = useFailure();
  const confirm = () =>
    remove.mutate(null, {
      onSuccess: () => {
        toast({ title: 'Recipient removed' });
        onClose();
      },
      onError: (error) => {
        fail(error, 'Failed to remove the recipient');
        onClose();
      },
    });
  return (
    <Dialog isOpen onClose={onClose} title={`Remove ${recipient.recipientName}?`}>
      <p className="text-sm text-ink-2">
        Your past transfers stay in your history. If you pay this recipient again, they'll be back on the
        list.
      </p>
      <DialogActions>
        <Button variant="secondary" disabled={remove.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" isBusy={remove.isPending} onClick={confirm}>
          Remove
        </Button>
      </DialogActions>
    </Dialog>
  );
}
