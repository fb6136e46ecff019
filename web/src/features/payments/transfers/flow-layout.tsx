import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { LimitsCard, type LimitsCardProps } from './limits-card';

type FlowLayoutProps = LimitsCardProps & {
  /** Whether to leave out the limits where they don't fit beside the card. */
  isShort?: boolean;
  children: ReactNode;
};

/** A step of a transfer with the limits beside it, so that form and review have the same width (TRF-144). */
export function FlowLayout({ summary, isShort = false, children }: FlowLayoutProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6">
      {children}
      {/* Stays in view beside a long form, below the header and the toasts (UI-22). */}
      <div className={cn('lg:sticky lg:top-24', isShort && 'max-lg:hidden')}>
        <LimitsCard summary={summary} />
      </div>
    </div>
  );
}
