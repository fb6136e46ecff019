import { useId, useState, type ComponentProps } from 'react';
import { isBankDay } from '@moniker/common/bank-days.js';
import { Input } from './input';

type DayInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  /** A bank day, or empty for no bound. */
  day: string;
  /** Receives a bank day, or an empty text. */
  onDayChange: (day: string) => void;
};

/**
 * A date field of a filter that keeps what is typed: after the first digit of a year it holds a day of the year 2, which is
 * no filter. The day of the filter follows later, with the address. Only one that was not typed here replaces the text. A
 * year that stays too small is refused when the field is left (UI-60).
 */
export function DayInput({ day, onDayChange, ...rest }: DayInputProps) {
  const [text, setText] = useState(day);
  const [seenDay, setSeenDay] = useState(day);
  const [hasLeft, setHasLeft] = useState(false);
  const errorId = useId();
  if (day !== seenDay) {
    setSeenDay(day);
    if (day !== validDay(text)) setText(day);
  }
  const change = (typed: string) => {
    setText(typed);
    setHasLeft(false);
    if (validDay(typed) !== day) onDayChange(validDay(typed));
  };
  const isRefused = hasLeft && text !== '' && validDay(text) === '';
  return (
    <>
      <Input
        {...rest}
        type="date"
        value={text}
        onChange={(event) => change(event.target.value)}
        onBlur={() => setHasLeft(true)}
        {...(isRefused && { 'aria-invalid': true, 'aria-describedby': errorId })}
      />
      {isRefused ? (
        <span id={errorId} role="alert" className="mt-1.5 block text-sm text-danger">
          Enter a year from 2000 to 2099.
        </span>
      ) : null}
    </>
  );
}

const validDay = (text: string): string => (isBankDay(text) ? text : '');
