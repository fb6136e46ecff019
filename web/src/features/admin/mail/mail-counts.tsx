import { ErrorState } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import { formatCount } from '@/lib/format';
import { useMailCounts } from './queries/use-mail-health';

export function MailCounts() {
  const { data, isError, refetch } = useMailCounts();
  if (isError && !data) {
    return <ErrorState title="We couldn't load the mail queue." onRetry={() => void refetch()} />;
  }
  return (
    <dl className="mt-4 grid grid-cols-3 gap-px overflow-hidden rounded-lg border border-rule bg-rule">
      <Count
        label="Waiting"
        count={data?.waiting}
        note={data && data.delayed > 0 ? `${formatCount(data.delayed)} over 5 minutes` : 'Not sent yet'}
      />
      <Count label="Failed" count={data?.failed} note="No more retries" />
      <Count label="Sent" count={data?.sent} note="Last 24 hours" />
    </dl>
  );
}

function Count({ label, count, note }: { label: string; count: number | undefined; note: string }) {
  return (
    <div className="bg-sheet p-3 sm:p-4">
      <dt className="text-sm text-ink-3">{label}</dt>
      <dd className="display tnum mt-1 text-xl sm:text-2xl">
        {count === undefined ? <Skeleton className="h-8 w-12" /> : formatCount(count)}
      </dd>
      <dd className="mt-1 text-xs text-ink-3">{note}</dd>
    </div>
  );
}
