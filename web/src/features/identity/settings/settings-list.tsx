import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { ErrorState } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';

type ListCardProps<Data> = {
  title: string;
  description: string;
  action?: ReactNode;
  /** Names the list in messages, such as “your signed-in devices”. */
  noun: string;
  query: { data: Data | undefined; isPending: boolean; isError: boolean; refetch: () => Promise<unknown> };
  children: (data: Data) => ReactNode;
};

/** A card with a list. Shows a skeleton while the list loads, and a retry button if it can't be loaded. */
export function ListCard<Data>({ title, description, action, noun, query, children }: ListCardProps<Data>) {
  const { data, isPending, isError, refetch } = query;
  return (
    <Card>
      <CardHeader title={title} description={description} action={action} />
      <CardBody className="py-2! sm:py-3!">
        {isPending ? <ListSkeleton noun={noun} /> : null}
        {isError && data === undefined ? (
          <div className="py-2">
            <ErrorState title={`We couldn't load ${noun}.`} onRetry={() => void refetch()} />
          </div>
        ) : null}
        {data === undefined ? null : children(data)}
      </CardBody>
    </Card>
  );
}

type SettingsRowProps = {
  Icon: LucideIcon;
  title: ReactNode;
  detail: ReactNode;
  action: ReactNode;
};

/** A row of a `ListCard`. */
export function SettingsRow({ Icon, title, detail, action }: SettingsRowProps) {
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 py-3">
      <Icon aria-hidden="true" className="mt-0.5 size-[1.125rem] shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1 basis-32">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-[550] break-words">{title}</p>
        <div className="tnum mt-0.5 flex flex-wrap gap-x-3 text-xs text-ink-3">{detail}</div>
      </div>
      <div className="ml-auto shrink-0">{action}</div>
    </li>
  );
}

const SKELETON_COUNT = 2;

function ListSkeleton({ noun }: { noun: string }) {
  return (
    <div role="status" className="divide-y divide-rule">
      <span className="sr-only">Loading {noun}</span>
      {Array.from({ length: SKELETON_COUNT }, (_, index) => (
        <div key={index} className="space-y-2 py-3.5">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-3 w-64 max-w-full" />
        </div>
      ))}
    </div>
  );
}
