import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';
import { controlClass } from './input';

/** A native select, which works on phones and with assistive technology. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <div className="relative min-w-0">
      <select {...rest} className={cn(controlClass, 'appearance-none truncate pr-9', className)}>
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-3"
      />
    </div>
  );
}
