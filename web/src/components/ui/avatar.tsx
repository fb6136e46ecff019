import { cn } from '@/lib/cn';

/** A person's initials in a circle. */
export function Avatar({ initials, className }: { initials: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'inline-flex size-9 shrink-0 items-center justify-center rounded-full border border-rule-strong bg-accent-soft text-xs font-semibold text-accent',
        className,
      )}
    >
      {initials}
    </span>
  );
}
