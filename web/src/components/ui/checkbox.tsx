import type { ComponentProps, ReactNode } from 'react';

export function Checkbox({ label, ...rest }: ComponentProps<'input'> & { label: ReactNode }) {
  return (
    <label className="flex min-h-11 items-center gap-3 text-sm text-ink-2 md:min-h-8">
      <input type="checkbox" {...rest} className="size-[1.125rem] shrink-0 rounded-xs accent-(--accent)" />
      <span>{label}</span>
    </label>
  );
}
