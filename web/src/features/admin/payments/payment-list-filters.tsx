import { humanize } from '@/lib/format';
import { ChoiceFilter, DaysFilter, SearchFilter } from '../list-filters';
import { canSortByAmount, type PaymentListState } from './queries/use-payment-list';

const OLDEST = { value: 'oldest', label: 'Oldest first' };
const LARGEST = { value: 'largest', label: 'Largest first' };

type PaymentListFiltersProps = {
  list: Pick<PaymentListState, 'filters' | 'setFilters'>;
  statuses: readonly string[];
  kinds?: readonly { value: string; label: string }[] | undefined;
};

/** The filters of a payment list. */
export function PaymentListFilters({
  list: { filters, setFilters },
  statuses,
  kinds,
}: PaymentListFiltersProps) {
  const choices = statuses.map((status) => ({ value: status, label: humanize(status) }));
  return (
    <>
      <SearchFilter
        label="Customer, amount or ID"
        value={filters.search}
        onChange={(search) => setFilters({ search })}
      />
      {kinds ? (
        <ChoiceFilter
          label="Kind"
          allLabel="Any kind"
          choices={kinds}
          value={filters.kind}
          onChange={(kind) => setFilters({ kind })}
        />
      ) : null}
      <ChoiceFilter
        label="Status"
        allLabel="Any status"
        choices={[{ value: 'open', label: 'Not decided yet' }, ...choices]}
        value={filters.status}
        onChange={(status) => setFilters({ status })}
      />
      <ChoiceFilter
        label="Sort"
        allLabel="Newest first"
        choices={canSortByAmount(filters) ? [OLDEST, LARGEST] : [OLDEST]}
        value={filters.sort}
        onChange={(sort) => setFilters({ sort })}
      />
      <DaysFilter from={filters.from} to={filters.to} onChange={setFilters} />
    </>
  );
}
