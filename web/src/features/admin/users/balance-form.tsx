import { centsToPlain } from '@moniker/common/money.js';
import { parseTypedAmount } from '@moniker/common/typed-amount.js';
import { MAX_BALANCE_REASON_LENGTH } from '@moniker/common/text-lengths.js';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { AdminUser } from '@/lib/api/types';
import { formatCents } from '@/lib/money';
import { excessError, typedDollars, unreadableAmountError } from '@/lib/amount-input';
import { toast } from '@/lib/toast';
import { useForm } from '@/lib/use-form';
import { AmountField } from '../amount-field';
import { MAY_NEED_APPROVAL } from '../approvals/actions';
import { useAdminFailure } from '../use-admin-failure';
import { AdjustmentEntries } from './adjustment-entries';
import { useSetBalance } from './queries/use-set-balance';

const EMPTY = { balance: '', reason: '' };

const validateFor =
  (user: AdminUser) =>
  ({ balance, reason }: typeof EMPTY) => {
    if (balance.trim() === '') return {};
    return {
      balance: balanceError(balance, user),
      reason: reason.trim() === '' ? 'Add a reason' : undefined,
    };
  };

function balanceError(text: string, { pendingBalanceCents }: AdminUser): string | undefined {
  const cents = parseTypedAmount(text);
  if (cents === null) return unreadableAmountError(text);
  if (cents >= pendingBalanceCents) return excessError(text, 'a balance');
  return `You can't set the balance below the ${formatCents(pendingBalanceCents)} on hold`;
}

/** Sets the balance and previews the entries for the difference. An empty balance changes nothing (ADM-8, ADM-9). */
export function BalanceForm({ user }: { user: AdminUser }) {
  const setBalance = useSetBalance();
  const fail = useAdminFailure();
  const form = useForm(EMPTY, validateFor(user));
  const cents = parseTypedAmount(form.values.balance);
  const deltaCents = cents === null ? 0 : cents - user.accountBalanceCents;

  const send = ({ reason }: typeof EMPTY) => {
    if (cents === null) return;
    setBalance.mutate(
      {
        userId: user.id,
        accountBalance: typedDollars(form.values.balance),
        expectedRevision: user.revision,
        reason: reason.trim(),
      },
      {
        onSuccess: () => toast({ title: 'User balance updated successfully' }),
        onError: (error) => fail(error, 'Failed to update user balance'),
      },
    );
  };
  return (
    <form
      noValidate
      aria-label="Edit balance"
      onSubmit={form.submit(send)}
      className="mt-5 space-y-4 border-t border-rule pt-5"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField
          label="New total balance"
          error={form.errors.balance}
          {...form.bind('balance')}
          placeholder={centsToPlain(Math.max(0, user.accountBalanceCents))}
        />
        <Field label="Reason" error={form.errors.reason}>
          {(control) => <Input {...control} {...form.bind('reason')} maxLength={MAX_BALANCE_REASON_LENGTH} />}
        </Field>
      </div>
      {deltaCents === 0 ? null : (
        <>
          <AdjustmentEntries user={user} deltaCents={deltaCents} />
          <p className="text-sm text-ink-3">{MAY_NEED_APPROVAL}</p>
        </>
      )}
      <Button type="submit" isBusy={setBalance.isPending} className="w-full">
        Update Balance
      </Button>
    </form>
  );
}
