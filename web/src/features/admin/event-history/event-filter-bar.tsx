import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { pathsApiAdminEventHistoryEventsGetParametersQueryTypeValues as EVENT_TYPES } from '@/lib/api/schema.gen';
import { cn } from '@/lib/cn';
import { ChoiceFilter, DaysFilter } from '../list-filters';
import { isUuid, type EventFilters } from './event-filters';
import { BANK_ACCOUNTS, bankAccountLabel, ROLES, eventTypeLabel } from './event-labels';
import { PersonSearch } from './person-search';

const TYPE_CHOICES = EVENT_TYPES.map((type) => ({ value: type, label: eventTypeLabel(type) }));
const ACCOUNT_CHOICES = BANK_ACCOUNTS.map((name) => ({ value: name, label: bankAccountLabel(name) }));

/** The filters of the event list; collapsed on narrow screens. */
export function EventFilterBar({ events }: { events: EventFilters }) {
  const [isOpen, setIsOpen] = useState(false);
  const { filters, set, bind } = events;
  const { customer } = filters;
  const accounts = customer
    ? [...ACCOUNT_CHOICES, { value: customer, label: "The customer's account" }]
    : ACCOUNT_CHOICES;
  return (
    <div className="col-span-2 w-full">
      <Button
        variant="secondary"
        size="sm"
        aria-expanded={isOpen}
        aria-controls="event-filters"
        onClick={() => setIsOpen(!isOpen)}
        className="w-full lg:hidden"
      >
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        {isOpen ? 'Hide filters' : 'Filters'}
      </Button>
      <div
        id="event-filters"
        className={cn(
          'grid grid-cols-2 gap-2 max-lg:mt-2 lg:flex lg:flex-wrap lg:items-start',
          !isOpen && 'max-lg:hidden',
        )}
      >
        <PersonSearch
          label="Customer"
          className="max-sm:col-span-2 lg:w-48"
          onChoose={({ id }) => set({ customer: id })}
        />
        <ChoiceFilter label="Account" allLabel="Any account" choices={accounts} {...bind('account')} />
        <ChoiceFilter label="Type" allLabel="Any type" choices={TYPE_CHOICES} {...bind('type')} />
        <ChoiceFilter label="Acted as" allLabel="Any role" choices={ROLES} {...bind('role')} />
        <PersonSearch
          label="Person who acted"
          className="max-sm:col-span-2 lg:w-52"
          onChoose={({ id }) => set({ actor: id })}
        />
        <TransactionFilter {...bind('transaction')} />
        <DaysFilter from={filters.from} to={filters.to} onChange={set} />
      </div>
    </div>
  );
}

type ValueProps = { value: string; onChange: (value: string) => void };

/** Filters by transaction id once a complete id has been typed. */
function TransactionFilter({ value, onChange }: ValueProps) {
  const [typed, setTyped] = useState('');
  const text = typed || value;
  return (
    <div className="max-sm:col-span-2 lg:w-56">
      <Input
        aria-label="Transaction ID"
        aria-describedby="transaction-hint"
        placeholder="Transaction ID"
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          const next = event.target.value.trim();
          setTyped(isUuid(next) ? '' : next);
          if (isUuid(next)) onChange(next);
          else if (value) onChange('');
        }}
      />
      <p id="transaction-hint" className={cn('mt-1 text-xs text-ink-3', typed === '' && 'sr-only')}>
        Enter all 36 characters of the ID.
      </p>
    </div>
  );
}
