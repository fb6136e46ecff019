import { cn } from '@/lib/cn';

/** A decorative spinner; name what is loading next to it. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={cn('animate-spin', className)}>
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2.5" opacity="0.2" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}

/** A centered spinner, shown while the session or a screen loads (UI-1). */
export function PageSpinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div role="status" className="flex min-h-[60dvh] items-center justify-center text-accent">
      <Spinner className="size-8" />
      <span className="sr-only">{label}</span>
    </div>
  );
}
