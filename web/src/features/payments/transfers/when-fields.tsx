import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { isSchedule, plannableDays, SCHEDULES } from './schedule';
import type { TransferFormState } from './transfer-values';

/** When to make the transfer: now or on later days (TRF-131). */
export function WhenFields({ form: { bind, errors, setValues, values } }: { form: TransferFormState }) {
  const isPlanned = isSchedule(values.schedule);
  const [first, last] = plannableDays();
  return (
    <>
      <Field label="When" {...(!isPlanned && { className: 'max-sm:col-span-full' })}>
        {(control) => (
          <Select
            {...control}
            {...bind('schedule')}
            onChange={({ target: { value: schedule } }) =>
              setValues((current) => ({
                ...current,
                schedule,
                firstDay: isSchedule(schedule) ? current.firstDay || first : '',
              }))
            }
          >
            {Object.entries(SCHEDULES).map(([schedule, label]) =>
              schedule === '' && values.replacesPlanId !== '' ? null : (
                <option key={schedule} value={schedule}>
                  {label}
                </option>
              ),
            )}
          </Select>
        )}
      </Field>
      {isPlanned ? (
        <Field
          label={values.schedule === 'once' ? 'Date' : 'Start date'}
          error={errors.firstDay}
          className="sm:col-start-2"
          hint="6 AM New York time"
        >
          {(control) => (
            <Input {...control} {...bind('firstDay')} type="date" min={first} max={last} autoComplete="off" />
          )}
        </Field>
      ) : null}
    </>
  );
}
