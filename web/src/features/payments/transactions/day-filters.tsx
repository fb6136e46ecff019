import { useId } from 'react';
import { DayInput } from '@/components/ui/day-input';
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
            <span className="min-w-0 flex-1 sm:w-40">
              <DayInput
                day={filters[end]}
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? errorId : undefined}
                onDayChange={(day) => onChange({ ...filters, [end]: day })}
              />
            </span>
          </label>
        ))}
      </div>
      <p id={errorId} aria-live="polite" className="mt-1.5 text-sm text-danger empty:hidden">
        {error}
      </p>
    </div>
  );
}
