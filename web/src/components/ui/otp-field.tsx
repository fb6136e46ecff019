import { useState, type ComponentProps } from 'react';
import { OTP_DIGITS } from '@moniker/common/one-time-code.js';
import { cn } from '@/lib/cn';
import { digitsOnly } from '@/lib/format';

type OtpFieldProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  value: string;
  onValueChange: (value: string) => void;
};

/**
 * One text input drawn as six cells, so typing, pasting and code autofill all work. There is no `maxlength`, because
 * it would cut off the last digit of a pasted "123 456".
 */
export function OtpField({ value, onValueChange, className, ...rest }: OtpFieldProps) {
  const [hasFocus, setHasFocus] = useState(false);
  const active = Math.min(value.length, OTP_DIGITS - 1);
  return (
    <div className={cn('group relative w-full max-w-80', className)}>
      <input
        {...rest}
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]*"
        spellCheck={false}
        value={value}
        onChange={(event) => onValueChange(digitsOnly(event.target.value, OTP_DIGITS))}
        onFocus={() => setHasFocus(true)}
        onBlur={() => setHasFocus(false)}
        className="peer absolute inset-0 z-10 size-full cursor-text forced-color-adjust-none bg-transparent text-transparent caret-transparent outline-none selection:bg-transparent selection:text-transparent"
      />
      <div translate="no" aria-hidden="true" className="grid grid-cols-6 gap-2">
        {Array.from({ length: OTP_DIGITS }, (_, index) => (
          <span
            key={index}
            className={cn(
              'tnum flex h-13 items-center justify-center rounded-md border bg-sheet text-xl font-semibold',
              rest['aria-invalid'] ? 'border-danger' : 'border-control',
              hasFocus && index === active && 'border-accent outline-2 outline-accent',
            )}
          >
            {value[index] ?? ''}
          </span>
        ))}
      </div>
    </div>
  );
}
