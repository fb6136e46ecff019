import { Skeleton } from '../ui/skeleton';

/** Placeholder rows while the payments history loads. */
export function EntrySkeletons({ count }: { count: number }) {
  return (
    <div role="status" className="divide-y divide-rule">
      <span className="sr-only">Loading payments</span>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="flex items-start gap-3 py-3">
          <Skeleton className="size-8 rounded-full!" />
          <div className="min-w-0 flex-1 space-y-2 py-0.5">
            <div className="flex justify-between gap-8">
              <Skeleton className="h-4 w-full max-w-44" />
              <Skeleton className="h-4 w-20 shrink-0" />
            </div>
            <Skeleton className="h-4 w-32" />
          </div>
        </div>
      ))}
    </div>
  );
}
