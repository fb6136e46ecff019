import { Card, CardBody } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';

const LINE_COUNT = 6;

/** Placeholder with the layout of the loaded statement. */
export function StatementSkeleton() {
  return (
    <Card>
      <CardBody>
        <div role="status">
          <span className="sr-only">Loading the statement</span>
          <Skeleton className="h-6 w-56 max-w-full" />
          <Skeleton className="mt-1.5 h-4 w-40" />
          <div className="mt-5 grid grid-cols-2 gap-x-6 gap-y-4 border-y border-rule py-4 lg:grid-cols-5">
            {['opening', 'in', 'out', 'fees', 'closing'].map((name) => (
              <Skeleton key={name} className="h-11 w-28" />
            ))}
          </div>
          <div className="mt-6 divide-y divide-rule">
            {Array.from({ length: LINE_COUNT }, (_, index) => (
              <div key={index} className="flex justify-between gap-8 py-3.5">
                <Skeleton className="h-5 w-44" />
                <Skeleton className="h-5 w-24" />
              </div>
            ))}
          </div>
        </div>
      </CardBody>
    </Card>
  );
}
