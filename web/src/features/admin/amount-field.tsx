import type { ComponentProps } from 'react';
import { Field } from '@/components/ui/field';
import { AmountInput } from '@/components/ui/input';

type AmountFieldProps = ComponentProps<'input'> & { label?: string; error: string | undefined };

/** The field of an amount that an admin enters (PAY-11). */
export function AmountField({ label = 'Amount', error, ...input }: AmountFieldProps) {
  return (
    <Field label={label} error={error}>
      {(control) => <AmountInput {...control} {...input} type="number" min={0} step={0.01} />}
    </Field>
  );
}
