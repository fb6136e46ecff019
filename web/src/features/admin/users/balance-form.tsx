import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { AmountInput, Input } from '@/components/ui/input';
import type { AdminUser } from '@/lib/api/types';
import { centsToDollars, centsToPlain, formatCents, parseCents } from '@/lib/money';
import { toast } from '@/lib/toast';
import { useForm } from '@/lib/use-form';
import { useSetBalance } from './queries/use-set-balance';
import { useAdminFailure } from '../use-admin-failure';

const EMPTY = { balance: '', reason: '' };

const validate = ({ balance }: typeof EMPTY) => ({
  balance:
    balance.trim() !== '' && parseCents(balance) === null ? 'Enter an amount such as 250.00' : undefined,
});

/** Sets the balance; an empty box changes nothing (spec.md §5, Admin). */
export function BalanceForm({ user }: { user: AdminUser }) {
  const setBalance = useSetBalance();
  const fail = useAdminFailure();
  const form = useForm(EMPTY, validate);
  const cents = parseCents(form.values.balance);
  const deltaCents = cents === null ? 0 : cents - user.accountBalanceCents;

  const send = ({ reason }: typeof EMPTY) => {
    if (cents === null) return;
    setBalance.mutate(
      {
        userId: user.id,
        accountBalance: centsToDollars(cents),
        ...(reason.trim() && { reason: reason.trim() }),
      },
      {
        onSuccess: () => toast({ title: 'User balance updated successfully' }),
        onError: (error) => fail(error, 'Failed to update user balance'),
      },
    );
  };
  return (
    <form noValidate onSubmit={form.submit(send)} className="mt-5 space-y-4 border-t border-rule pt-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="New total balance"
          error={form.errors.balance}
          hint={deltaCents === 0 ? undefined : `An adjustment of ${formatCents(deltaCents, true)}.`}
          isOptional
        >
          {(control) => (
            <AmountInput
              {...control}
              {...form.bind('balance')}
              placeholder={centsToPlain(Math.max(0, user.accountBalanceCents))}
            />
          )}
        </Field>
        <Field label="Reason" isOptional>
          {(control) => <Input {...control} {...form.bind('reason')} />}
        </Field>
      </div>
      <Button type="submit" isBusy={setBalance.isPending} className="w-full">
        Update Balance
      </Button>
    </form>
  );
}
