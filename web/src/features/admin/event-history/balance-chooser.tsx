import { Field } from '@/components/ui/field';
import { DayInput } from '@/components/ui/day-input';
import { Select } from '@/components/ui/select';
import { bankTimeZone } from '@/lib/bank-time-zone';
import { zoneName } from '@/lib/time/bank-time';
import { BANK_ACCOUNTS, bankAccountLabel } from './event-labels';
import { PersonSearch } from './person-search';

type Change = { of?: string; day?: string; at?: string };

type BalanceChooserProps = {
  account: string;
  day: string;
  /** Name of the selected account, once loaded. */
  name: string | undefined;
  onChange: (change: Change) => void;
};

/** Selects an account, either a customer's or one of the bank's own, and a day. */
export function BalanceChooser({ account, day, name, onChange }: BalanceChooserProps) {
  const isBank = BANK_ACCOUNTS.some((known) => known === account);
  return (
    <div className="grid items-start gap-4 sm:grid-cols-3">
      <div>
        <p className="mb-1.5 text-sm font-[550]">Customer</p>
        <PersonSearch label="Find a customer" onChoose={({ id }) => onChange({ of: id })} />
        {account !== '' && !isBank && name !== undefined ? (
          <p className="mt-1.5 text-sm text-ink-3">Selected: {name}</p>
        ) : null}
      </div>
      <Field label="Or one of the bank's accounts">
        {(control) => (
          <Select
            {...control}
            aria-required={undefined}
            value={isBank ? account : ''}
            onChange={(event) => onChange({ of: event.target.value })}
          >
            <option value="">None</option>
            {BANK_ACCOUNTS.map((known) => (
              <option key={known} value={known}>
                {bankAccountLabel(known)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="At the end of"
        hint={`A day in ${zoneName(bankTimeZone())}. Leave empty for the current balance.`}
        isOptional
      >
        {(control) => (
          <DayInput
            {...control}
            className="tnum"
            day={day}
            onDayChange={(next) => onChange({ day: next, at: '' })}
          />
        )}
      </Field>
    </div>
  );
}
