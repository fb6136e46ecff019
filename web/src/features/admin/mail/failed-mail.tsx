import { TableTime } from '@/components/time/bank-time';
import { Button } from '@/components/ui/button';
import { DataTable, type Column } from '@/components/ui/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import type { MailHealth } from '@/lib/api/types';
import { formatCount, humanize } from '@/lib/format';
import { formatBankTime } from '@/lib/time/bank-time';
import { toast } from '@/lib/toast';
import { LoadMore } from '../load-more';
import { RowButton } from '../row-button';
import { useAdminFailure } from '../use-admin-failure';
import { useFailedMail } from './queries/use-mail-health';
import { useRetryMail } from './queries/use-retry-mail';

type FailedMailRow = MailHealth['failed']['items'][number];

/** The emails that failed permanently. Recipients are not shown. */
export function FailedMail() {
  const list = useFailedMail();
  const retry = useRetryMail();
  const fail = useAdminFailure();
  const send = (id: string | null) =>
    retry.mutate(id, {
      onSuccess: ({ retried }) =>
        toast({
          title: retried === 1 ? 'Resending 1 email' : `Resending ${formatCount(retried)} emails`,
        }),
      onError: (error) => fail(error, 'Failed to resend the emails'),
    });
  if (!list.rows) return null;
  if (list.rows.length === 0) {
    return (
      <div className="mt-6">
        <EmptyState title="No failed emails">
          Emails that we couldn't send after several tries appear here.
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="mt-6">
      <div className="mb-2 flex items-center justify-between gap-4">
        <h3 className="font-semibold">Failed emails</h3>
        <Button variant="secondary" size="sm" isBusy={retry.isPending} onClick={() => send(null)}>
          Retry All
        </Button>
      </div>
      <DataTable
        caption="Failed emails"
        columns={columns(send, retry.isPending)}
        rows={list.rows}
        rowKey={(row) => row.id}
      />
      <LoadMore list={list} className="mt-4" />
    </div>
  );
}

const columns = (onRetry: (id: string) => void, isBusy: boolean): Column<FailedMailRow>[] => [
  {
    id: 'template',
    header: 'Email',
    isTitle: true,
    cell: (row) => <span className="font-[550]">{humanize(row.template.replaceAll('-', '_'))}</span>,
  },
  { id: 'tries', header: 'Tries', isNumeric: true, cell: (row) => formatCount(row.tries) },
  {
    id: 'failure',
    header: 'Last failure',
    cell: (row) => <span className="wrap-anywhere">{row.failure ?? 'Unknown'}</span>,
  },
  {
    id: 'failed',
    header: 'Gave up',
    cell: (row) => <TableTime value={row.failedAt} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    isActions: true,
    cell: (row) => (
      <RowButton
        label="Retry"
        fullLabel={`Retry the ${row.template} email from ${formatBankTime(row.createdAt)}`}
        disabled={isBusy}
        onClick={() => onRetry(row.id)}
      />
    ),
  },
];
