import { humanize } from '@/lib/format';
import { ChoiceFilter, DaysFilter, SearchFilter } from '../list-filters';
import { canSortByAmount, type PaymentListState } from './queries/use-payment-list';

const OLDEST = { value: 'oldest', label: 'Oldest first' };
const LARGEST = { value: 'largest', label: 'Largest first' };

type PaymentListFiltersProps = {
  list: Pick<PaymentListState, 'filters' | 'setFilters' | 'bindFilter'>;
  statuses: readonly string[];
  kinds?: readonly { value: string; label: string }[] | undefined;
};

/** The filters of a payment list. */
export function PaymentListFilters({
  list: { filters, setFilters, bindFilter },
  statuses,
  kinds,
}: PaymentListFiltersProps) {
  const choices = statuses.map((status) => ({ value: status, label: humanize(status) }));
  return (
    <>
      <SearchFilter label="Customer, amount or ID" {...bindFilter('search')} />
      {kinds ? (
        <ChoiceFilter label="Type" allLabel="Any type" choices={kinds} {...bindFilter('kind')} />
      ) : null}
      <ChoiceFilter
        label="Status"
        allLabel="Any status"
        choices={[{ value: 'open', label: 'Undecided' }, ...choices]}
        {...bindFilter('status')}
      />
      <ChoiceFilter
        label="Sort"
        allLabel="Newest first"
        choices={canSortByAmount(filters) ? [OLDEST, LARGEST] : [OLDEST]}
        {...bindFilter('sort')}
        value={filters.sort}
      />
      <DaysFilter from={filters.from} to={filters.to} onChange={setFilters} />
    </>
  );
}
