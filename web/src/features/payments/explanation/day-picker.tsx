import { isBankDay } from '@moniker/common/bank-days.js';
import { Button } from '@/components/ui/button';
import { Card, CardBody } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useForm } from '@/lib/use-form';

type DayPickerProps = {
  at: string | null;
  bankDay: string | undefined;
  onChoose: (day: string | null) => void;
};

/** Selects the bank day whose closing balance is explained. */
export function DayPicker({ at, bankDay, onChoose }: DayPickerProps) {
  const form = useForm({ day: at ?? '' }, ({ day }) => ({
    day: isBankDay(day) ? undefined : 'Choose a day',
  }));
  return (
    <Card>
      <CardBody>
        <form
          noValidate
          onSubmit={form.submit(({ day }) => onChoose(day))}
          className="flex flex-wrap items-start gap-2 sm:gap-3"
        >
          <Field label="Balance on" error={form.errors.day} className="min-w-0 flex-1 sm:max-w-52">
            {(control) => <Input {...control} type="date" max={bankDay} {...form.bind('day')} />}
          </Field>
          <Button type="submit" variant="secondary" className="mt-[1.625rem] min-h-11!">
            Show
          </Button>
          {at ? (
            <Button variant="ghost" className="mt-[1.625rem] min-h-11!" onClick={() => onChoose(null)}>
              Now
            </Button>
          ) : null}
        </form>
      </CardBody>
    </Card>
  );
}
