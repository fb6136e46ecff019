import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { translateAttribute } from './exact';

/** A description list of terms and values. */
export function DetailList({ children, className }: { children: ReactNode; className?: string }) {
  return <dl className={cn('divide-y divide-rule text-sm', className)}>{children}</dl>;
}

type DetailProps = { term: ReactNode; children: ReactNode; isTotal?: boolean };

export function Detail({ term, children, isTotal = false }: DetailProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-2.5">
      <dt className={isTotal ? 'font-semibold text-ink' : 'text-ink-3'}>{term}</dt>
      <dd
        translate={translateAttribute(children)}
        className={cn(
          'tnum min-w-0 break-words sm:ml-auto sm:text-right',
          isTotal ? 'font-semibold' : 'font-medium',
        )}
      >
        {children}
      </dd>
    </div>
  );
}
