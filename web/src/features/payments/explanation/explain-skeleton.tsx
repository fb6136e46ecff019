import { Card, CardBody } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';

/** Placeholder with the layout of the loaded explanation. */
export function ExplainSkeleton() {
  return (
    <div role="status" className="space-y-4 lg:space-y-6">
      <span className="sr-only">Loading the explanation</span>
      {['h-44', 'h-56', 'h-72'].map((height) => (
        <Card key={height}>
          <CardBody>
            <Skeleton className="h-5 w-40" />
            <Skeleton className={`mt-4 w-full ${height}`} />
          </CardBody>
        </Card>
      ))}
    </div>
  );
}
