import { useId, useState } from 'react';
import { isBankDay } from '@moniker/common/bank-days.js';
import { Input } from '@/components/ui/input';
import type { HistoryFilters } from './history-filters';

type DayFiltersProps = {
  filters: HistoryFilters;
  error: string | undefined;
  onChange: (filters: HistoryFilters) => void;
};

/** The first and the last bank day to show. */
export function DayFilters({ filters, error, onChange }: DayFiltersProps) {
  const errorId = useId();
  return (
    <div className="w-full sm:w-auto">
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {(['from', 'to'] as const).map((end) => (
          <label key={end} className="flex w-full items-center gap-2 text-sm text-ink-2 sm:w-auto">
            <span className="w-10 sm:w-auto">{end === 'from' ? 'From' : 'To'}</span>
            <DayInput
              day={filters[end]}
              errorId={error ? errorId : undefined}
              onChange={(day) => onChange({ ...filters, [end]: day })}
            />
          </label>
        ))}
      </div>
      <p id={errorId} aria-live="polite" className="mt-1.5 text-sm text-danger empty:hidden">
        {error}
      </p>
    </div>
  );
}

type DayInputProps = {
  /** A bank day, or empty for no bound. */
  day: string;
  errorId: string | undefined;
  onChange: (day: string) => void;
};

/**
 * A date field that keeps what is typed: after the first digit of a year it holds a day of the year 2, which is no filter.
 * The day of the filter follows later, with the address. Only one that was not typed here replaces the text.
 */
function DayInput({ day, errorId, onChange }: DayInputProps) {
  const [text, setText] = useState(day);
  const [seenDay, setSeenDay] = useState(day);
  if (day !== seenDay) {
    setSeenDay(day);
    if (day !== dayOf(text)) setText(day);
  }
  const change = (typed: string) => {
    setText(typed);
    if (dayOf(typed) !== day) onChange(dayOf(typed));
  };
  return (
    <Input
      type="date"
      value={text}
      onChange={(event) => change(event.target.value)}
      aria-invalid={errorId ? true : undefined}
      aria-describedby={errorId}
      className="flex-1 sm:w-40"
    />
  );
}

const dayOf = (text: string): string => (isBankDay(text) ? text : '');
