import type { ComponentProps } from 'react';
import { TRANSACTION_CATEGORIES } from '@moniker/common/categories.js';
import { Select } from '@/components/ui/select';
import { humanize } from '@/lib/format';

export function CategorySelect(props: ComponentProps<'select'>) {
  return (
    <Select {...props}>
      <option value="">None</option>
      {TRANSACTION_CATEGORIES.map((category) => (
        <option key={category} value={category}>
          {humanize(category)}
        </option>
      ))}
    </Select>
  );
}
