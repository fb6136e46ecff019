import type { ComponentProps } from 'react';
import { Select } from '@/components/ui/select';
import { humanize } from '@/lib/format';

type StatusSelectProps = ComponentProps<'select'> & { statuses: readonly string[] };

/** A select element that lists statuses. */
export function StatusSelect({ statuses, ...props }: StatusSelectProps) {
  return (
    <Select {...props}>
      {statuses.map((status) => (
        <option key={status} value={status}>
          {humanize(status)}
        </option>
      ))}
    </Select>
  );
}
