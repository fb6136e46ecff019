import { lazy, Suspense, useEffect } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { PageTitle } from '@/components/layout/page-title';
import { Alert } from '@/components/ui/alert';
import { buttonClass } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/error-state';
import { ApiError } from '@/lib/api/api-error';
import { useAccountSummary } from '@/lib/queries/use-account-summary';
import { sendMoneyBlockedReason } from '@/lib/send-money-blocked-reason';
import type { TransactionDetail } from '@/lib/api/types';
import { useMoneyRequest, type MoneyRequest } from '@/lib/queries/use-money-requests';
import { useIsWaitingForPlans, usePlan, usePlans, type Plan } from '@/lib/queries/use-plans';
import { useRecipients } from '@/lib/queries/use-recipients';
import { useTransaction } from '@/lib/queries/use-transaction';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { ClosedRequest } from './closed-request';
import type { PaidRecipient } from './recipients';
import { SendMoneyBlocked } from './send-money-blocked';
import { SendMoneyFlow } from './send-money-flow';
import { SendMoneySkeleton } from './send-money-skeleton';
import {
  changedPlan,
  EMPTY_TRANSFER,
  repeatedTransfer,
  requestedTransfer,
  type TransferValues,
} from './transfer-values';

const AskForMoney = lazy(async () => ({ default: (await import('./ask-for-money')).AskForMoney }));

function initialOf(
  again: TransactionDetail | undefined,
  request: MoneyRequest | null,
  plan: Plan | null | undefined,
): TransferValues {
  if (request) return requestedTransfer(request);
  if (plan) return changedPlan(plan);
  return again ? repeatedTransfer(again) : EMPTY_TRANSFER;
}

/**
 * The recipient of an earlier transfer. Undefined if that transfer failed: its numbers may be wrong, so the form
 * shows them as fields.
 */
function paidBy(transfer: TransactionDetail | undefined): PaidRecipient | undefined {
  if (!transfer || transfer.status === 'failed') return undefined;
  const { recipientAccount, recipientRouting } = repeatedTransfer(transfer);
  return { recipientAccount, recipientRouting, recipientMoniker: null };
}

/** The page for sending money and asking for it. If the customer can do neither, it says why (TRF-12, KYC-22). */
export function SendMoneyPage() {
  const summary = useAccountSummary();
  const [params] = useSearchParams();
  const againId = params.get('again');
  const isAsking = params.has('ask');
  const requestId = params.get('request');
  const request = useMoneyRequest(requestId);
  const again = useTransaction(againId);
  const recipients = useRecipients();
  const plans = usePlans();
  const isWaiting = useIsWaitingForPlans(plans, summary.isSuccess);
  const planId = params.get('plan');
  const plan = usePlan(planId);
  // If the recipients loaded later, they would push the form down while the customer types.
  const isLoading =
    summary.isPending ||
    !recipients.isFetched ||
    isWaiting ||
    (againId !== null && again.isPending) ||
    (planId !== null && plan.isPending) ||
    (requestId !== null && request.isPending);
  // Only an outgoing transfer has a recipient and can be sent again.
  const repeated = again.data?.recipientAccount == null ? undefined : again.data;
  const { user } = useSession();
  const block = summary.data ? sendMoneyBlockedReason(summary.data, user) : null;
  const requested = request.data?.state === 'open' && !request.data.isOwn ? request.data : null;
  const isMissing = request.error instanceof ApiError && request.error.status === 404;
  const hasFailed = request.isError && !isMissing;
  const isUnpayable = requestId !== null && !request.isPending && !hasFailed && requested === null;
  useEffect(() => {
    if (block) toast({ title: 'Feature Unavailable', description: block, variant: 'destructive' });
  }, [block]);
  return (
    <>
      <PageTitle>{isAsking ? 'Ask for money' : 'Send money'}</PageTitle>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="display text-3xl">{isAsking ? 'Ask for Money' : 'Send Money'}</h1>
        {user?.canPayMonikers && summary.data && !block ? (
          <Link
            to={isAsking ? '/send-money' : '/send-money?ask'}
            className={buttonClass({ variant: 'secondary' })}
          >
            {isAsking ? 'Send Money' : 'Ask for Money'}
          </Link>
        ) : null}
      </div>
      <p className="mt-1 text-ink-2">
        {isAsking
          ? "Another customer pays you. You get the money once we've approved the transfer."
          : 'We review every transfer before it leaves.'}
      </p>
      <div className="mt-6 md:mt-8">
        {isLoading ? <SendMoneySkeleton /> : null}
        {summary.isError && !summary.data ? (
          <ErrorState title="We couldn't load your balance." onRetry={() => void summary.refetch()} />
        ) : null}
        {summary.data && block ? <SendMoneyBlocked summary={summary.data} user={user} /> : null}
        {summary.data && !block && !isLoading && againId !== null && !repeated ? (
          <Alert tone="warning" title="We couldn't find that transfer" className="mb-4">
            Fill in the form to send a new one.
          </Alert>
        ) : null}
        {summary.data && !block && !isLoading && planId !== null && !plan.data ? (
          <Alert tone="warning" title="We couldn't find that scheduled transfer" className="mb-4">
            It may have ended. Fill in the form to send money.
          </Alert>
        ) : null}
        {summary.data && !block && !isLoading && isAsking ? (
          <Suspense fallback={<SendMoneySkeleton />}>
            <AskForMoney />
          </Suspense>
        ) : null}
        {summary.data && !block && hasFailed ? (
          <ErrorState title="We couldn't load the request." onRetry={() => void request.refetch()} />
        ) : null}
        {isUnpayable ? <ClosedRequest request={request.data} /> : null}
        {summary.data && !block && !isLoading && !isAsking && !hasFailed && !isUnpayable ? (
          <SendMoneyFlow
            key={requestId ?? planId}
            summary={summary.data}
            recipients={recipients}
            repeated={paidBy(repeated)}
            isPlanOffered={plans.data?.isOffered === true}
            request={requested}
            initial={initialOf(repeated, requested, plan.data)}
          />
        ) : null}
      </div>
    </>
  );
}
