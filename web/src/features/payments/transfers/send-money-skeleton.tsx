import { Card, CardBody } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';

export function SendMoneySkeleton() {
  return (
    <div role="status" className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6">
      <span className="sr-only">Loading your balance</span>
      <Card>
        <CardBody className="space-y-6">
          {Array.from({ length: 5 }, (_, index) => (
            <div key={index}>
              <Skeleton className="mb-2 h-4 w-28" />
              <Skeleton className="h-11 w-full" />
            </div>
          ))}
        </CardBody>
      </Card>
      <Card>
        <CardBody>
          <Skeleton className="h-32 w-full" />
        </CardBody>
      </Card>
    </div>
  );
}
