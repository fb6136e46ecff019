import { ShieldCheck } from 'lucide-react';
import { BankTime } from '@/components/time/bank-time';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Detail, DetailList } from '@/components/ui/detail-list';
import { ErrorState } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import { Badge } from '@/components/ui/status-badge';
import type { ChainStatus, Verification } from '@/lib/api/types';
import { formatCount } from '@/lib/format';
import { useAdminFailure } from '../use-admin-failure';
import { ChainFindings } from './chain-findings';
import { QuarantinedAccounts } from './quarantined-accounts';
import { ChainProgress } from './chain-progress';
import { isVerificationPending, useChain, useVerifyChain } from './queries/use-chain';

/** The end of the log, the last verification, and a button to start a new one. */
export function ChainCard() {
  const { data, isError, refetch } = useChain();
  const verify = useVerifyChain();
  const fail = useAdminFailure();
  if (isError && !data)
    return <ErrorState title="We couldn't load the chain status." onRetry={() => void refetch()} />;
  return (
    <Card aria-labelledby="chain-title">
      <CardHeader
        title="Chain status"
        titleId="chain-title"
        description={data ? scheduleText(data.verifyEveryHours) : undefined}
        action={
          <Button
            variant="secondary"
            isBusy={verify.isPending}
            disabled={!data || isVerificationPending(data)}
            onClick={() =>
              verify.mutate(undefined, {
                onError: (error) => fail(error, "We couldn't start the verification"),
              })
            }
          >
            <ShieldCheck aria-hidden="true" className="size-4" />
            Verify Now
          </Button>
        }
      />
      <CardBody>{data ? <Status status={data} /> : <Skeleton className="h-24" />}</CardBody>
    </Card>
  );
}

function scheduleText(hours: number): string {
  const scope = 'We re-check all hashes, rules and balances';
  const asked = 'whenever you select “Verify Now”.';
  return hours === 0
    ? `${scope} ${asked}`
    : `${scope} every ${hours === 1 ? 'hour' : `${hours} hours`}, and ${asked}`;
}

function Status({ status }: { status: ChainStatus }) {
  const { latest, lastResult } = status;
  return (
    <>
      <div role="status">
        {latest && isVerificationPending(status) ? <ChainProgress verification={latest} /> : null}
      </div>
      {latest?.status === 'failed' ? (
        <Alert tone="warning" title="The last verification didn't finish" className="mb-3">
          {latest.failure}. You can start it again.
        </Alert>
      ) : null}
      {status.quarantined.length > 0 ? <QuarantinedAccounts accounts={status.quarantined} /> : null}
      {lastResult?.status === 'unsound' ? <ChainFindings verification={lastResult} /> : null}
      <DetailList className="border-y border-rule">
        <Detail term="Last verified">{lastResult ? <Result verification={lastResult} /> : 'Not yet'}</Detail>
        {lastResult ? <Detail term="Signatures">{signedText(lastResult)}</Detail> : null}
        <Detail term="The log ends at">
          Position {formatCount(status.position)}
          {status.recordedAt ? (
            <>
              , <BankTime value={status.recordedAt} />
            </>
          ) : null}
        </Detail>
        <Detail term="Search index">{lagText(status.indexLag)}</Detail>
      </DetailList>
    </>
  );
}

function Result({ verification }: { verification: Verification }) {
  const { status, position, finishedAt } = verification;
  const by = verification.requestedBy
    ? `requested by ${verification.requestedBy.name}`
    : 'started automatically';
  return (
    <span className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
      <Badge tone={status === 'sound' ? 'positive' : 'danger'}>
        {status === 'sound' ? 'Sound' : 'Not sound'}
      </Badge>
      <span>
        up to position {formatCount(position)}, <BankTime value={finishedAt} />, {by}
      </span>
    </span>
  );
}

function signedText({ signed }: Verification): string {
  if (!signed) return "Not checked: we found no writer's public key";
  const { from, to, batches } = signed;
  if (from > to) return 'None yet';
  return `${formatCount(batches)} signed ${batches === 1 ? 'batch' : 'batches'} of events, from position ${formatCount(from)}`;
}

function lagText(lag: number): string {
  if (lag === 0) return 'Up to date';
  return `${formatCount(lag)} ${lag === 1 ? 'event' : 'events'} behind. For the rest, we search the log directly.`;
}
