import { cn } from '@/lib/cn';

/** A placeholder block for content that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cn('skeleton block', className)} />;
}
