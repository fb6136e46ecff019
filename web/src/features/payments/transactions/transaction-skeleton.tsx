import { Skeleton } from '@/components/ui/skeleton';

/** Placeholder with the layout of the loaded panel. */
export function TransactionSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading the transaction</span>
      <Skeleton className="h-11 w-48" />
      <Skeleton className="mt-4 h-5 w-56" />
      <Lines count={3} className="mt-5 border-y border-rule" />
      <Skeleton className="mt-6 h-4 w-28" />
      <Lines count={5} className="mt-1 border-b border-rule" />
      <Skeleton className="mt-6 h-4 w-28" />
      {[0, 1].map((index) => (
        <div key={index} className="mt-4 space-y-2 pl-6">
          <Skeleton className="h-4 w-36" />
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-14 w-full" />
        </div>
      ))}
    </div>
  );
}

function Lines({ count, className }: { count: number; className: string }) {
  return (
    <div className={`divide-y divide-rule ${className}`}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="flex justify-between py-2.5">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-5 w-20" />
        </div>
      ))}
    </div>
  );
}
