import { useEffect, useState } from 'react';
import { cn } from '@/lib/cn';

const LONG_MS = 3_000;

/** A decorative spinner. Text next to it must name what is loading. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={cn('animate-spin', className)}>
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2.5" opacity="0.2" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}

type PageSpinnerProps = { label?: string; className?: string };

/**
 * A spinner in the center of the page, shown while the session or a screen loads (UI-1). If loading takes long,
 * “Still loading...” appears too (UI-67).
 */
export function PageSpinner({ label = 'Loading', className = 'min-h-dvh' }: PageSpinnerProps) {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setIsLong, LONG_MS, true);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div
      role="status"
      className={cn('flex flex-col items-center justify-center gap-3 text-accent', className)}
    >
      <Spinner className="size-8" />
      <span className="sr-only">{label}</span>
      {isLong ? <span className="text-sm text-ink-2">Still loading...</span> : null}
    </div>
  );
}
