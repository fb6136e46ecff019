import { SearchInput } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { humanise } from '@/lib/format';
import { STATUS_FILTERS, TYPE_FILTERS, type TransactionFilters } from './filter-transactions';

type PaymentFiltersProps = {
  filters: TransactionFilters;
  onChange: (filters: TransactionFilters) => void;
};

export function PaymentFilters({ filters, onChange }: PaymentFiltersProps) {
  return (
    <div
      role="search"
      aria-label="Payments"
      className="grid grid-cols-2 gap-2 sm:grid-cols-[minmax(0,1fr)_9.5rem_9.5rem]"
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
        {STATUS_FILTERS.map((status) => (
          <option key={status} value={status}>
            {status === 'all' ? 'All statuses' : humanise(status)}
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
            {type === 'all' ? 'All types' : humanise(type)}
          </option>
        ))}
      </Select>
    </div>
  );
}
