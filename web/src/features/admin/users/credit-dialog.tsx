import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { AmountInput, Input } from '@/components/ui/input';
import type { AdminUser } from '@/lib/api/types';
import { categoryOf } from '@/lib/constants';
import { hasBlank, whenBlank } from '@/lib/forms';
import { centsToDollars, parseCents } from '@/lib/money';
import { toast } from '@/lib/toast';
import { useForm } from '@/lib/use-form';
import { useCreditCustomer } from './queries/use-credit-customer';
import { amountErrorOf } from '../amount-error';
import { CategorySelect } from '../category-select';
import { useAdminFailure } from '../use-admin-failure';
import { UserSelect } from '../user-select';

type CreditDialogProps = { users: readonly AdminUser[]; userId: string; onClose: () => void };

const EMPTY = { userId: '', amount: '', description: '', category: '' };

const validate = (values: typeof EMPTY) => ({
  userId: whenBlank(values.userId, 'Select a user'),
  amount: amountErrorOf(values.amount),
  description: whenBlank(values.description, 'Describe the payment'),
});

/** Add Incoming Transaction: admins can only create incoming credits (spec.md §6). */
export function CreditDialog({ users, userId, onClose }: CreditDialogProps) {
  const credit = useCreditCustomer();
  const fail = useAdminFailure();
  const form = useForm({ ...EMPTY, userId }, validate);

  const send = (values: typeof EMPTY) => {
    const category = categoryOf(values.category);
    credit.mutate(
      {
        userId: values.userId,
        type: 'credit',
        amount: centsToDollars(parseCents(values.amount) ?? 0),
        description: values.description.trim(),
        ...(category && { category }),
      },
      {
        onSuccess: () => {
          toast({ title: 'Incoming transaction created successfully' });
          onClose();
        },
        onError: (error) => fail(error, 'Failed to create transaction'),
      },
    );
  };
  const sayMissing = () => {
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
      <form noValidate onSubmit={form.submit(send, sayMissing)} className="space-y-5">
        <Field label="User" error={form.errors.userId}>
          {(control) => <UserSelect {...control} {...form.bind('userId')} users={users} />}
        </Field>
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <Field label="Amount" error={form.errors.amount}>
            {(control) => <AmountInput {...control} {...form.bind('amount')} />}
          </Field>
          <Field label="Category" isOptional>
            {(control) => <CategorySelect {...control} {...form.bind('category')} />}
          </Field>
        </div>
        <Field label="Description" error={form.errors.description}>
          {(control) => <Input {...control} {...form.bind('description')} />}
        </Field>
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isBusy={credit.isPending}>
            Add Transaction
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
