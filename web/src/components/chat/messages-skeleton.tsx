import { cn } from '@/lib/cn';
import { Skeleton } from '../ui/skeleton';
import { LIST_HEIGHT } from './message-list';

/** Placeholder while messages load. */
export function MessagesSkeleton() {
  return (
    <div role="status" className={cn(LIST_HEIGHT, 'space-y-4 px-4 py-4 sm:px-6')}>
      <span className="sr-only">Loading messages</span>
      <Skeleton className="h-10 w-3/5" />
      <Skeleton className="ml-auto h-10 w-1/2" />
      <Skeleton className="h-16 w-2/3" />
    </div>
  );
}
