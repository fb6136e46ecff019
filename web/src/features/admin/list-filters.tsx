import { DayInput } from '@/components/ui/day-input';
import { SearchInput } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { cn } from '@/lib/cn';
import { useDebouncedText } from '@/lib/use-debounced-text';

type SearchFilterProps = {
  label: string;
  value: string;
  className?: string;
  /** When this number changes, text that has not been applied yet is discarded. */
  clears: number;
  onChange: (value: string) => void;
};

/** A debounced search filter. */
export function SearchFilter({ label, value, className, clears, onChange }: SearchFilterProps) {
  const [text, setText] = useDebouncedText(value, onChange, clears);
  return (
    <SearchInput
      label={label}
      className={cn('max-sm:col-span-2 sm:w-64', className)}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

type ChoiceFilterProps = {
  label: string;
  /** Label of the option for no filter. */
  allLabel: string;
  choices: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
};

/** A filter that selects one value or all values. */
export function ChoiceFilter({ label, allLabel, choices, value, onChange }: ChoiceFilterProps) {
  return (
    <Select
      aria-label={label}
      className="sm:w-38"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{allLabel}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </Select>
  );
}

type DaysFilterProps = {
  from: string;
  to: string;
  onChange: (change: { from?: string; to?: string }) => void;
};

/** A range of bank days; both ends are optional. */
export function DaysFilter({ from, to, onChange }: DaysFilterProps) {
  return (
    <div className="col-span-2 grid grid-cols-2 gap-2 sm:flex">
      <DayFilter label="From" value={from} max={to} onChange={(day) => onChange({ from: day })} />
      <DayFilter label="To" value={to} min={from} onChange={(day) => onChange({ to: day })} />
    </div>
  );
}

type DayFilterProps = {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (value: string) => void;
};

function DayFilter({ label, value, min, max, onChange }: DayFilterProps) {
  return (
    <label className="min-w-0 items-center gap-2 text-sm text-ink-3 sm:flex">
      <span className="max-sm:mb-1 max-sm:block">{label}</span>
      <span>
        <DayInput
          className="tnum sm:w-38"
          day={value}
          {...(min && { min })}
          {...(max && { max })}
          onDayChange={onChange}
        />
      </span>
    </label>
  );
}
