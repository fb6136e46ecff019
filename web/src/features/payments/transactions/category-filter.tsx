import { Select } from '@/components/ui/select';
import { humanize } from '@/lib/format';
import { CATEGORY_FILTERS } from './history-filters';

type CategoryFilterProps = { value: string; onChange: (category: string) => void };

/** The category to show. A payment without a category counts as `other` (ANA-5). */
export function CategoryFilter({ value, onChange }: CategoryFilterProps) {
  return (
    <div className="w-full sm:w-44">
      <Select aria-label="Category" value={value} onChange={(event) => onChange(event.target.value)}>
        {CATEGORY_FILTERS.map((category) => (
          <option key={category} value={category}>
            {category === 'all' ? 'All categories' : humanize(category)}
          </option>
        ))}
      </Select>
    </div>
  );
}
