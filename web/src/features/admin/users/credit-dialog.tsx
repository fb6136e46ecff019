import { MAX_DESCRIPTION_LENGTH } from '@moniker/common/text-lengths.js';
import { Dialog, FormActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { hasBlank } from '@/lib/forms';
import { toastError } from '@/lib/toast';
import { AmountField } from '../amount-field';
import { MAY_NEED_APPROVAL } from '../approvals/actions';
import { CategorySelect } from '../category-select';
import { useCreditForm } from '../use-credit-form';
import { UserField } from '../user-field';

type CreditDialogProps = { userId: string; onClose: () => void };

/** The Add Incoming Transaction dialog. Admins can only create incoming credits (PAY-7). */
export function CreditDialog({ userId, onClose }: CreditDialogProps) {
  const { form, send, isSending } = useCreditForm(userId, onClose);
  const showMissingToast = () => {
    const { category: _, ...required } = form.values;
    if (!hasBlank(required)) return;
    toastError('Error', 'Please fill in all required fields');
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Add Incoming Transaction"
      description={`Adds money to the customer's account, with no fee. ${MAY_NEED_APPROVAL}`}
    >
      <form noValidate onSubmit={form.submit(send, showMissingToast)} className="space-y-5">
        <UserField
          error={form.errors.userId}
          value={form.values.userId}
          onPick={(user) => form.set('userId', user.id)}
        />
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <AmountField error={form.errors.amount} {...form.bind('amount')} />
          <Field label="Category" isOptional>
            {(control) => <CategorySelect {...control} {...form.bind('category')} />}
          </Field>
        </div>
        <Field label="Description" error={form.errors.description}>
          {(control) => (
            <Input {...control} {...form.bind('description')} maxLength={MAX_DESCRIPTION_LENGTH} />
          )}
        </Field>
        <FormActions submitLabel="Add Transaction" isBusy={isSending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
