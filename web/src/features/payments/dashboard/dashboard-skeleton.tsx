import { EntrySkeletons } from '@/components/ledger/entry-skeletons';
import { Card, CardBody } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';

/** Placeholder with the layout of the loaded dashboard. */
export function DashboardSkeleton() {
  return (
    <>
      <div className="min-w-0 space-y-4 lg:space-y-6">
        <Card>
          <div className="px-4 py-5 sm:px-6 sm:py-6">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="mt-2 h-14 w-64 max-w-full sm:h-16" />
            <div className="mt-7 grid grid-cols-2 gap-6">
              <Skeleton className="h-10 w-28" />
              <Skeleton className="h-10 w-28" />
            </div>
            <Skeleton className="mt-4 h-1.5 w-full" />
            <Skeleton className="mt-5 mb-1 h-5 w-40" />
          </div>
          <div className="border-t border-rule px-4 py-3 sm:px-6">
            <Skeleton className="h-5 w-40" />
          </div>
        </Card>
        <Card>
          <CardBody>
            <Skeleton className="mb-6 h-5 w-40" />
            <Skeleton className="mb-3 h-11 w-full" />
            <EntrySkeletons count={5} />
          </CardBody>
        </Card>
      </div>
      <div className="min-w-0 space-y-4 max-lg:hidden lg:space-y-6">
        <SideCard className="h-41" />
        <SideCard className="h-30" />
        <SideCard className="h-36" />
      </div>
    </>
  );
}

/** Placeholder for the greeting. */
export function GreetingSkeleton() {
  return (
    <div>
      <h1 className="sr-only">Dashboard</h1>
      <Skeleton className="h-5 w-24" />
      <Skeleton className="mt-1 h-9 w-56 max-w-full" />
      <Skeleton className="mt-1 h-6 w-64 max-w-full" />
    </div>
  );
}

function SideCard({ className }: { className: string }) {
  return (
    <Card>
      <CardBody>
        <Skeleton className="mb-5 h-5 w-36" />
        <Skeleton className={className} />
      </CardBody>
    </Card>
  );
}
