import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { AmountInput, Input } from '@/components/ui/input';
import { hasBlank } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { CategorySelect } from '../category-select';
import { useCreditForm } from '../use-credit-form';
import { UserSelect } from '../user-select';

type CreditDialogProps = { userId: string; onClose: () => void };

/** The Add Incoming Transaction dialog. Admins can only create incoming credits (PAY-7). */
export function CreditDialog({ userId, onClose }: CreditDialogProps) {
  const { form, send, isSending } = useCreditForm(userId, onClose);
  const showMissingToast = () => {
    const { category: _, ...required } = form.values;
    if (!hasBlank(required)) return;
    toast({ title: 'Error', description: 'Please fill in all required fields', variant: 'destructive' });
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Add Incoming Transaction"
      description="Credits the customer at once, without a fee."
    >
      <form noValidate onSubmit={form.submit(send, showMissingToast)} className="space-y-5">
        <Field label="User" error={form.errors.userId}>
          {(control) => (
            <UserSelect
              {...control}
              name="userId"
              value={form.values.userId}
              onPick={(user) => form.set('userId', user.id)}
            />
          )}
        </Field>
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <Field label="Amount" error={form.errors.amount}>
            {(control) => (
              <AmountInput {...control} {...form.bind('amount')} type="number" min={0} step={0.01} />
            )}
          </Field>
          <Field label="Category" isOptional>
            {(control) => <CategorySelect {...control} {...form.bind('category')} />}
          </Field>
        </div>
        <Field label="Description" error={form.errors.description}>
          {(control) => <Input {...control} {...form.bind('description')} maxLength={140} />}
        </Field>
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isBusy={isSending}>
            Add Transaction
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
