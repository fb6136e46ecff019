import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

type Way<Value extends string> = {
  readonly value: Value;
  readonly label: ReactNode;
  readonly Icon: LucideIcon;
};

type WayChoiceProps<Value extends string> = {
  label: string;
  ways: readonly Way<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

/** A choice between two options, as radio buttons side by side. */
export function WayChoice<Value extends string>({ label, ways, value, onChange }: WayChoiceProps<Value>) {
  return (
    <div role="radiogroup" aria-label={label} className="grid max-w-md grid-cols-2 gap-2">
      {ways.map((way) => (
        <label
          key={way.value}
          className={cn(
            'relative flex min-h-11 items-center justify-center gap-2 rounded-md border px-2 py-1.5 text-center text-sm font-[550] has-focus-visible:outline-2 has-focus-visible:outline-accent',
            value === way.value
              ? 'border-accent bg-accent-soft text-accent'
              : 'border-rule-strong text-ink-2 hover:bg-hover',
          )}
        >
          <input
            type="radio"
            name="way"
            value={way.value}
            checked={value === way.value}
            onChange={() => onChange(way.value)}
            className="sr-only"
          />
          <way.Icon aria-hidden="true" className="size-4 shrink-0" />
          {way.label}
        </label>
      ))}
    </div>
  );
}
