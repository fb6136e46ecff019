import { humanize } from '@/lib/format';
import { ChoiceFilter, SearchFilter } from './list-filters';
import type { FilterControls } from './use-admin-list';

export const APPLICATION_FILTERS = ['search', 'status', 'accountType'] as const;

const TYPES = [
  { value: 'personal', label: 'Personal' },
  { value: 'business', label: 'Business' },
];

const SORTS = [{ value: 'oldest', label: 'Oldest first' }];

type ApplicationFiltersProps = {
  label: string;
  statuses: readonly string[];
  list: FilterControls<(typeof APPLICATION_FILTERS)[number]>;
};

/** Filters of account requests and KYC applications. */
export function ApplicationFilters({ label, statuses, list }: ApplicationFiltersProps) {
  return (
    <>
      <SearchFilter label={label} {...list.bind('search')} />
      <ChoiceFilter
        label="Status"
        allLabel="Any status"
        choices={statuses.map((status) => ({ value: status, label: humanize(status) }))}
        {...list.bind('status')}
      />
      <ChoiceFilter label="Account type" allLabel="Any type" choices={TYPES} {...list.bind('accountType')} />
      <ChoiceFilter label="Sort" allLabel="Newest first" choices={SORTS} {...list.bindSort()} />
    </>
  );
}
