import { Download } from 'lucide-react';
import { BankTime } from '@/components/time/bank-time';
import { Alert } from '@/components/ui/alert';
import { Button, buttonClass } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { CopyButton } from '@/components/ui/copy-button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Exact } from '@/components/ui/exact';
import { Skeleton } from '@/components/ui/skeleton';
import type { ResponseBody } from '@/lib/api/types';
import { formatCount } from '@/lib/format';
import { toast } from '@/lib/toast';
import { useAdminFailure } from '../use-admin-failure';
import { useCheckpoints, useTakeCheckpoint } from './queries/use-checkpoints';

type Checkpoints = ResponseBody<'/api/admin/checkpoints', 'get'>;
type Checkpoint = Checkpoints['items'][number];
type Halt = NonNullable<Checkpoints['halt']>;

/** Signed checkpoints of the log, for auditors to keep outside the bank. */
export function CheckpointsCard() {
  const { data, isError, refetch } = useCheckpoints();
  const take = useTakeCheckpoint();
  const fail = useAdminFailure();
  const takeNow = () =>
    take.mutate(undefined, {
      onSuccess: ({ position }) => {
        // If the log hasn't grown, no checkpoint is added and the last one is the result.
        const isListed = data?.items.some((checkpoint) => checkpoint.position === position) ?? false;
        toast({
          title: isListed
            ? `There's already a checkpoint at position ${formatCount(position)}`
            : `Checkpoint taken at position ${formatCount(position)}`,
        });
      },
      onError: (error) => {
        fail(error, "We couldn't take the checkpoint");
        void refetch();
      },
    });
  return (
    <Card>
      <CardHeader
        title="Checkpoints"
        description="Signed fingerprints of the whole log. Keep a copy elsewhere, and it will reveal any later change to earlier events."
        action={
          data?.halt ? null : (
            <Button variant="secondary" size="sm" isBusy={take.isPending} onClick={takeNow}>
              Take Checkpoint Now
            </Button>
          )
        }
      />
      <CardBody>
        {data?.halt ? <HaltAlert halt={data.halt} /> : null}
        {isError && !data ? (
          <ErrorState title="We couldn't load the checkpoints." onRetry={() => void refetch()} />
        ) : null}
        {!data && !isError ? <Skeleton className="h-40" /> : null}
        {data?.items.length === 0 ? <EmptyState title="No checkpoints yet" /> : null}
        {data && data.items.length > 0 ? <CheckpointList checkpoints={data.items} /> : null}
        {data ? <PublicKey checkpoints={data} /> : null}
      </CardBody>
    </Card>
  );
}

function HaltAlert({ halt: { stoppedAt, position, problem } }: { halt: Halt }) {
  return (
    <Alert tone="danger" title="Checkpoint signing has stopped" className="mb-4">
      <p className="mt-1 break-words">
        Since <BankTime value={stoppedAt} />, the log has contradicted the checkpoint at position{' '}
        {formatCount(position)}: {problem}.
      </p>
      <p className="mt-1.5 break-words">
        Don't change anything until you know the cause. An operator can resume signing with{' '}
        <code translate="no" className="font-mono text-xs">
          ledger checkpoint resume
        </code>
        .
      </p>
    </Alert>
  );
}

function CheckpointList({ checkpoints }: { checkpoints: readonly Checkpoint[] }) {
  return (
    <ul className="max-h-80 divide-y divide-rule overflow-y-auto" tabIndex={0} aria-label="Checkpoints">
      {checkpoints.map(({ position, hash, takenAt, takenBy }) => (
        <li key={position} className="flex items-center justify-between gap-3 py-2.5 text-sm">
          <span className="min-w-0">
            <span className="tnum block font-[550]">Position {formatCount(position)}</span>
            <Exact className="block truncate font-mono text-xs text-ink-3">{hash}</Exact>
            <span className="block text-xs text-ink-3">
              <BankTime value={takenAt} />,{' '}
              {takenBy === 'admin' ? 'taken by an admin' : 'taken automatically'}
            </span>
          </span>
          <a
            href={`/api/admin/checkpoints/${position}/file`}
            download
            aria-label={`Download the checkpoint at position ${position}`}
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            <Download aria-hidden="true" className="size-4" />
            Download
          </a>
        </li>
      ))}
    </ul>
  );
}

function PublicKey({ checkpoints: { publicKey, keyId } }: { checkpoints: Checkpoints }) {
  return (
    <div className="mt-3 border-t border-rule pt-3 text-sm">
      <p className="text-ink-3">
        Signed with the key <Exact className="font-mono">{keyId}</Exact>. Auditors check signatures with its
        public key:
      </p>
      <p className="mt-1 flex items-center gap-2">
        <code translate="no" className="min-w-0 font-mono text-xs break-all">
          {publicKey}
        </code>
        <CopyButton value={publicKey} label="the public key" />
      </p>
    </div>
  );
}
