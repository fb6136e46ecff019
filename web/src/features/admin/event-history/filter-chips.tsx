import { isBankDay } from '@moniker/common/bank-days.js';
import { Button } from '@/components/ui/button';
import { formatBankDay } from '@/lib/bank-day';
import type { EventFilterName, EventFilters } from './event-filters';
import { FilterChip } from './filter-chip';
import { bankAccountLabel, ROLES, eventTypeLabel } from './event-labels';
import { usePeople } from './queries/use-people';

/** The active filters, each with a remove button. */
export function FilterChips({ events }: { events: EventFilters }) {
  const { filters, isFiltered, set, clear } = events;
  if (!isFiltered) return null;
  const remove = (name: EventFilterName) =>
    // The filter by the customer's own account makes no sense without the customer, so remove both.
    set(
      name === 'customer' && filters.account === filters.customer
        ? { customer: '', account: '' }
        : { [name]: '' },
    );
  const names = (Object.keys(filters) as EventFilterName[]).filter((name) => filters[name] !== '');
  return (
    <div className="col-span-2 flex w-full min-w-0 flex-wrap items-center gap-2">
      <ul aria-label="Filters in use" className="contents">
        {names.map((name) => (
          <li key={name}>
            <Chip name={name} value={filters[name]} onRemove={() => remove(name)} />
          </li>
        ))}
      </ul>
      <Button variant="ghost" size="sm" onClick={clear}>
        Clear all
      </Button>
    </div>
  );
}

const LABELS: Record<EventFilterName, string> = {
  customer: 'Customer',
  account: 'Account',
  transaction: 'Transaction',
  type: 'Type',
  role: 'Acted as',
  actor: 'By',
  correlation: 'Request',
  from: 'From',
  to: 'To',
};

type ChipProps = { name: EventFilterName; value: string; onRemove: () => void };

function Chip({ name, value, onRemove }: ChipProps) {
  const text = `${LABELS[name]}: ${useFilterLabel(name, value)}`;
  return <FilterChip text={text} onRemove={onRemove} />;
}

const ID_LENGTH_SHOWN = 8;

function useFilterLabel(name: EventFilterName, value: string): string {
  const isPerson = name === 'customer' || name === 'actor' || (name === 'account' && value.includes('-'));
  const { data } = usePeople(isPerson ? value : '');
  switch (name) {
    case 'customer':
    case 'actor':
      return data?.[0]?.name ?? '…';
    case 'account':
      return isPerson ? (data?.[0]?.name ?? '…') : bankAccountLabel(value);
    case 'transaction':
    case 'correlation':
      return `${value.slice(0, ID_LENGTH_SHOWN)}…`;
    case 'type':
      return eventTypeLabel(value);
    case 'role':
      return ROLES.find((role) => role.value === value)?.label ?? value;
    case 'from':
    case 'to':
      return isBankDay(value) ? formatBankDay(value) : value;
  }
}
