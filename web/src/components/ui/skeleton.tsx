import { cn } from '@/lib/cn';

/** A quiet block in the place and size of what will come. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cn('skeleton block', className)} />;
}
