import { ChoiceFilter, DaysFilter } from '../../list-filters';
import { FilterChip } from '../filter-chip';
import { PersonSearch } from '../person-search';
import { usePeople } from '../queries/use-people';
import { ACCESS_CHOICES } from './access-labels';
import type { AccessFilters } from './use-access-filters';

/** The filters of the access log, and the chosen people. */
export function AccessFilterBar({ accesses: { filters, set, bind } }: { accesses: AccessFilters }) {
  const { actor, customer, from, to } = filters;
  return (
    <>
      <PersonSearch
        label="Viewed by"
        className="max-sm:col-span-2 sm:w-64"
        onChoose={({ id }) => set({ actor: id })}
      />
      <PersonSearch
        label="Customer"
        className="max-sm:col-span-2 sm:w-64"
        onChoose={({ id }) => set({ customer: id })}
      />
      <div className="max-sm:col-span-2">
        <ChoiceFilter
          label="What was viewed"
          allLabel="Anything"
          choices={ACCESS_CHOICES}
          {...bind('action')}
        />
      </div>
      <DaysFilter from={from} to={to} onChange={set} />
      {actor || customer ? (
        <ul aria-label="Filters in use" className="col-span-2 flex w-full min-w-0 flex-wrap gap-2">
          {actor ? <PersonChip label="Viewed by" id={actor} onRemove={() => set({ actor: '' })} /> : null}
          {customer ? (
            <PersonChip label="Customer" id={customer} onRemove={() => set({ customer: '' })} />
          ) : null}
        </ul>
      ) : null}
    </>
  );
}

function PersonChip({ label, id, onRemove }: { label: string; id: string; onRemove: () => void }) {
  const { data } = usePeople(id);
  return (
    <li className="min-w-0">
      <FilterChip text={`${label}: ${data?.[0]?.name ?? '…'}`} onRemove={onRemove} />
    </li>
  );
}
