import { useState, type ComponentProps, type InputEvent } from 'react';
import { flushSync } from 'react-dom';
import { Field } from '@/components/ui/field';
import { AmountInput } from '@/components/ui/input';

type AmountFieldProps = ComponentProps<'input'> & {
  label?: string;
  hint?: string;
  error: string | undefined;
};

/** A field for an amount that an admin enters (PAY-11). */
export function AmountField({ label = 'Amount', hint, error, ...input }: AmountFieldProps) {
  const [hasComma, setHasComma] = useState(false);
  // A comma turns the field into a text input, because a number input would drop the comma of `12,50` and leave 1250
  // (CON-2). `flushSync` applies the change before the text arrives.
  const keepComma = (event: InputEvent<HTMLInputElement>) => {
    // `data` is null after a deletion, which React's types don't say.
    const data = event.data as string | null;
    if (data?.includes(',')) flushSync(() => setHasComma(true));
  };
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <AmountInput
          {...control}
          {...input}
          type={hasComma ? 'text' : 'number'}
          min={0}
          step={0.01}
          onBeforeInput={keepComma}
        />
      )}
    </Field>
  );
}
