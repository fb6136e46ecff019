import { FEE_PERCENT, feeCentsOf } from '@moniker/common/fee.js';
import { centsToPlain } from '@moniker/common/money.js';
import { parseTypedAmount } from '@moniker/common/typed-amount.js';
import { Field } from '@/components/ui/field';
import { AmountInput } from '@/components/ui/input';
import { Money } from '@/components/ui/money';
import { formatCents } from '@/lib/money';
import {
  amountTextFor,
  leftAmountErrors,
  netTextFor,
  type TransferFormState,
  type TransferValues,
} from './transfer-values';

/** Two fields side by side, unless the screen is very narrow. */
export const FIELD_PAIR =
  'grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-4 gap-y-5 sm:grid-cols-2 sm:gap-y-6';

type AmountFieldsProps = {
  form: TransferFormState;
  /** The values at the moment when a field last lost focus. */
  left: TransferValues;
  availableCents: number;
  /** Shown while the customer types an amount that is too high (TRF-140). */
  notice: string | undefined;
  onChange: () => void;
};

/** Amount and net amount. Typing one computes the other (TRF-7). */
export function AmountFields({ form, left, availableCents, notice, onChange }: AmountFieldsProps) {
  const { values, errors } = form;
  const leftErrors = leftAmountErrors(values, left);
  const amountCents = parseTypedAmount(values.amount);
  const fee = amountCents
    ? `${FEE_PERCENT}% fee: ${formatCents(feeCentsOf(amountCents))}.`
    : `Includes the ${FEE_PERCENT}% fee.`;
  const setBoth = (amount: string, netAmount: string) => {
    form.setValues((current) => ({ ...current, amount, netAmount }));
    onChange();
  };
  const normalizeOnBlur = (name: 'amount' | 'netAmount') => () => {
    const cents = parseTypedAmount(values[name]);
    if (cents) form.set(name, centsToPlain(cents));
  };
  return (
    <div className={FIELD_PAIR}>
      <Field
        label="Amount"
        error={errors.amount ?? notice ?? leftErrors.amount}
        hint={
          <>
            {fee} <Money cents={availableCents} dimsCents={false} /> <span>available.</span>
          </>
        }
      >
        {(control) => (
          <AmountInput
            {...control}
            name="amount"
            value={values.amount}
            onChange={(event) => setBoth(event.target.value, netTextFor(event.target.value))}
            onBlur={normalizeOnBlur('amount')}
          />
        )}
      </Field>
      <Field
        label="Net amount"
        error={errors.netAmount ?? leftErrors.netAmount}
        hint="The amount the recipient gets."
      >
        {(control) => (
          <AmountInput
            {...control}
            name="netAmount"
            value={values.netAmount}
            onChange={(event) => setBoth(amountTextFor(event.target.value), event.target.value)}
            onBlur={normalizeOnBlur('netAmount')}
          />
        )}
      </Field>
    </div>
  );
}
