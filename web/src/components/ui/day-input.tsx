import { useId, useState, type ComponentProps } from 'react';
import { isBankDay } from '@moniker/common/bank-days.js';
import { Input } from './input';

type DayInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  /** A bank day, or empty for no bound. */
  day: string;
  /** Receives a bank day, or an empty string for no bound. */
  onDayChange: (day: string) => void;
};

/**
 * A date field for a filter. While a year is being typed, the field briefly holds an invalid day, such as one in the
 * year 2. An invalid day is not used as a filter. If the day is still invalid when the field loses focus, an error
 * appears (UI-60). `day` comes from the URL. It replaces the typed text only if the URL was changed by something other
 * than typing.
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
