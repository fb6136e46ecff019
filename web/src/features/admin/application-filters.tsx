import { humanize } from '@/lib/format';
import { ChoiceFilter, SearchFilter } from './list-filters';
import type { useListFilters } from './use-list-filters';

const TYPES = [
  { value: 'personal', label: 'Personal' },
  { value: 'business', label: 'Business' },
];

const SORTS = [{ value: 'oldest', label: 'Oldest first' }];

type ApplicationFiltersProps = {
  label: string;
  statuses: readonly string[];
  list: ReturnType<typeof useListFilters<'search' | 'status' | 'accountType'>>;
};

/** Filters of account requests and KYC applications. */
export function ApplicationFilters({ label, statuses, list }: ApplicationFiltersProps) {
  const { filters, set, sort, setSort } = list;
  return (
    <>
      <SearchFilter label={label} value={filters.search} onChange={(search) => set({ search })} />
      <ChoiceFilter
        label="Status"
        allLabel="Any status"
        choices={statuses.map((status) => ({ value: status, label: humanize(status) }))}
        value={filters.status}
        onChange={(status) => set({ status })}
      />
      <ChoiceFilter
        label="Account type"
        allLabel="Any type"
        choices={TYPES}
        value={filters.accountType}
        onChange={(accountType) => set({ accountType })}
      />
      <ChoiceFilter label="Sort" allLabel="Newest first" choices={SORTS} value={sort} onChange={setSort} />
    </>
  );
}
