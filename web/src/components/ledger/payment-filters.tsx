import type { ReactNode } from 'react';
import { humanize } from '@/lib/format';
import { TYPE_FILTERS, type TransactionFilters } from '@/lib/transactions';
import { SearchInput } from '../ui/input';
import { Select } from '../ui/select';

type PaymentFiltersProps = {
  filters: TransactionFilters;
  statuses: readonly string[];
  /** Further filters, on separate lines. */
  children?: ReactNode;
  onChange: (filters: TransactionFilters) => void;
};

/** Search, status and type filters of the payments history. */
export function PaymentFilters({ filters, statuses, children, onChange }: PaymentFiltersProps) {
  return (
    <div
      role="search"
      aria-label="Payments"
      className="grid grid-cols-2 gap-2 print:hidden sm:grid-cols-[minmax(0,1fr)_9.5rem_9.5rem]"
    >
      <SearchInput
        label="Search payments"
        className="col-span-2 sm:col-span-1"
        value={filters.search}
        onChange={(event) => onChange({ ...filters, search: event.target.value })}
      />
      <Select
        aria-label="Status"
        value={filters.status}
        onChange={(event) => onChange({ ...filters, status: event.target.value })}
      >
        {statuses.map((status) => (
          <option key={status} value={status}>
            {status === 'all' ? 'All statuses' : humanize(status)}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Type"
        value={filters.type}
        onChange={(event) => onChange({ ...filters, type: event.target.value })}
      >
        {TYPE_FILTERS.map((type) => (
          <option key={type} value={type}>
            {type === 'all' ? 'All types' : humanize(type)}
          </option>
        ))}
      </Select>
      {children}
    </div>
  );
}
