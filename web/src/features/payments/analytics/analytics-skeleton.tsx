import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';

/** Placeholder with the layout of the loaded cards and charts. */
export function AnalyticsSkeleton() {
  return (
    <div role="status" className="space-y-4 lg:space-y-6">
      <span className="sr-only">Loading analytics</span>
      <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4 lg:gap-6">
        {Array.from({ length: 4 }, (_, index) => (
          <Card key={index} className="space-y-3 p-3 sm:p-5">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-7 w-28" />
            <Skeleton className="h-3 w-20" />
          </Card>
        ))}
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-6">
        <Card className="p-4 sm:p-6">
          <Skeleton className="h-80" />
        </Card>
        <Card className="p-4 sm:p-6">
          <Skeleton className="h-80" />
        </Card>
      </div>
    </div>
  );
}
