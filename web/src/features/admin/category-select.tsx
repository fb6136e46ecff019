import type { ComponentProps } from 'react';
import { Select } from '@/components/ui/select';
import { CATEGORIES } from '@/lib/constants';
import { humanize } from '@/lib/format';

export function CategorySelect(props: ComponentProps<'select'>) {
  return (
    <Select {...props}>
      <option value="">None</option>
      {CATEGORIES.map((category) => (
        <option key={category} value={category}>
          {humanize(category)}
        </option>
      ))}
    </Select>
  );
}
