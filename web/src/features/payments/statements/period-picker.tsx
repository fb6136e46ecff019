import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card, CardBody } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { useForm } from '@/lib/use-form';
import {
  formatMonth,
  newestMonths,
  rangeErrors,
  type AccountDays,
  type Period,
  type RangeValues,
} from './period';

type PeriodPickerProps = { period: Period; days: AccountDays; onChoose: (period: Period) => void };

const RANGE = 'range';

/** Selects the statement's period. A month takes effect immediately, but a range only when its form is submitted. */
export function PeriodPicker({ period, days, onChoose }: PeriodPickerProps) {
  const month = 'month' in period ? period.month : null;
  const [isRange, setIsRange] = useState(month === null);
  const months = newestMonths(days);
  // The URL may name an older month, which then becomes an option too.
  const options = month === null || months.includes(month) ? months : [...months, month];
  const select = (value: string) => {
    setIsRange(value === RANGE);
    if (value !== RANGE) onChoose({ month: value });
  };
  return (
    <Card className="print:hidden">
      <CardBody className="flex flex-wrap items-start gap-4">
        <Field label="Period" className="w-full sm:w-56">
          {(control) => (
            <Select
              {...control}
              value={isRange ? RANGE : (month ?? RANGE)}
              onChange={(event) => select(event.target.value)}
            >
              {options.map((value) => (
                <option key={value} value={value}>
                  {formatMonth(value)}
                </option>
              ))}
              <option value={RANGE}>Choose days…</option>
            </Select>
          )}
        </Field>
        {isRange ? <RangeForm period={period} onChoose={onChoose} /> : null}
      </CardBody>
    </Card>
  );
}

type RangeFormProps = Pick<PeriodPickerProps, 'period' | 'onChoose'>;

function RangeForm({ period, onChoose }: RangeFormProps) {
  const initial: RangeValues = 'from' in period ? period : { from: '', to: '' };
  const form = useForm(initial, rangeErrors);
  return (
    <form
      noValidate
      onSubmit={form.submit(onChoose)}
      className="flex w-full flex-wrap items-start gap-4 sm:w-auto"
    >
      <Field label="First day" error={form.errors.from} className="w-full sm:w-44">
        {(control) => <Input {...control} type="date" {...form.bind('from')} />}
      </Field>
      <Field label="Last day" error={form.errors.to} className="w-full sm:w-44">
        {(control) => <Input {...control} type="date" {...form.bind('to')} />}
      </Field>
      <Button type="submit" variant="secondary" className="min-h-11! max-sm:w-full sm:mt-[1.625rem]">
        Show
      </Button>
    </form>
  );
}
