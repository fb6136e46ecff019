import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useFormatCents, useMaskAmounts } from '@/lib/amounts';
import { errorFlags, isUnanswered, errorMessage } from '@/lib/api/api-error';
import type { AccountSummary } from '@/lib/api/types';
import { useDraft, useKeptDraft } from '@/lib/drafts';
import { MONEY_REQUEST, type MoneyRequest } from '@/lib/queries/use-money-requests';
import { useLeaveQuestion } from '@/lib/leave-question';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { dismissErrorToast, toast } from '@/lib/toast';
import { useForm } from '@/lib/use-form';
import { useSessionExpiry } from '@/lib/use-session-expiry';
import { useSteps } from '@/lib/use-steps';
import {
  TRANSFER_DRAFT,
  useRequestTransfer,
  type Accepted,
  type Arrival,
} from './queries/use-request-transfer';
import type { Recipients } from './recipient-picker';
import { withFound, type PaidRecipient } from './recipients';
import { isSchedule } from './schedule';
import { TransferForm } from './transfer-form';
import { TransferReview } from './transfer-review';
import { TransferSent } from './transfer-sent';
import {
  amountNotice,
  EMPTY_TRANSFER,
  exceededCents,
  invalidToast,
  isBlankTransfer,
  isOverLimit,
  isSameTransfer,
  limitText,
  ownAccountError,
  toRequestBody,
  UNKNOWN_LIMITS,
  validateTransfer,
  type TransferValues,
} from './transfer-values';

const UNANSWERED_HINT = "Confirm again to find out. We'll send your transfer only once.";
/** An error whose message matches is treated like one with `withdrawalLimitExceeded` (TRF-10). */
const LIMIT_MESSAGE = /withdrawal limit/i;

type SendMoneyFlowProps = {
  summary: AccountSummary;
  recipients: Recipients;
  /** The recipient of an earlier transfer that is sent again (TRF-82). */
  repeated: PaidRecipient | undefined;
  isPlanOffered: boolean;
  /** The request for money that the transfer pays (TRF-117). */
  request: MoneyRequest | null;
  /** The form's initial values, such as those of an earlier transfer that is sent again (TRF-82). */
  initial: TransferValues;
};

/**
 * Sends money in three steps: form, review (TRF-23) and confirmation (TRF-11). Each is an entry in the browser's
 * history (UI-27). The review is shown only for values that were submitted, and the form is empty once a transfer has
 * been sent (TRF-33).
 */
export function SendMoneyFlow({
  summary,
  recipients,
  repeated,
  isPlanOffered,
  request,
  initial,
}: SendMoneyFlowProps) {
  const { step, goTo, goBack, finish } = useSteps<'form' | 'review' | 'sent'>('form');
  const [reviewed, setReviewed] = useState<TransferValues>();
  const [sent, setSent] = useState<{ values: TransferValues; accepted: Accepted }>();
  const draft = useKeptDraft(TRANSFER_DRAFT);
  // Ignores a draft that was written for a different request for money. Otherwise, the page would name the person who
  // made this request, but the transfer would pay the person who made the other one. Also ignores a draft for another
  // plan, because it would replace that other plan.
  const isKept = (['moneyRequestId', 'replacesPlanId'] as const).every(
    (id) => (draft?.[id] ?? '') === initial[id],
  );
  const kept = isKept ? draft : undefined;
  const [limitMessage, setLimitMessage] = useState<string>();
  const format = useFormatCents();
  const hideAmountsIn = useMaskAmounts();
  const expire = useSessionExpiry();
  const client = useQueryClient();
  // A transfer in another tab, or midnight in New York, may have changed the limits, so a second try must use the
  // current ones.
  const reloadLimits = () => void invalidateQueries(client, [QUERY_KEYS.accountSummary]);

  const handleError = (error: unknown) => {
    if (expire(error)) return;
    if (isUnanswered(error)) {
      toast({ title: "We didn't get a response", description: UNANSWERED_HINT, variant: 'destructive' });
      return;
    }
    const message = errorMessage(error, 'Failed to submit transfer request');
    if (errorFlags(error).withdrawalLimitExceeded || LIMIT_MESSAGE.test(message)) {
      setLimitMessage(message);
      reloadLimits();
      goBack();
    } else {
      toast({ title: 'Transfer Failed', description: hideAmountsIn(message), variant: 'destructive' });
    }
  };
  const transfer = useRequestTransfer(handleError);
  // If a response was lost, the transfer's money may be on hold already. The form then checks neither the balance nor
  // the rest of today's limit, so that the bank decides.
  const limitsFor = (values: TransferValues) =>
    transfer.isUnsettled(toRequestBody(values)) ? UNKNOWN_LIMITS : summary;
  const form = useForm<TransferValues>({ ...initial, ...kept }, (values) => {
    const errors = validateTransfer(values, limitsFor(values), format);
    const recipientAccount = errors.recipientAccount ?? ownAccountError(values, summary.accountRequest);
    return { ...errors, recipientAccount };
  });
  useDraft(TRANSFER_DRAFT, isBlankTransfer(form.values) ? null : form.values);
  const body = toRequestBody(form.values);
  // Once the transfer has been sent, leaving the page can't lose the transfer, so the page doesn't ask (TRF-29).
  const isSent = transfer.isPending || transfer.isUnsettled(body);
  useLeaveQuestion(!isSent && !isBlankTransfer(form.values) && !isSameTransfer(form.values, initial));
  const send = () => {
    setLimitMessage(undefined);
    dismissErrorToast();
    transfer.mutate(body, {
      onSuccess: (accepted) => {
        setSent({ values: form.values, accepted });
        setReviewed(undefined);
        form.reset(EMPTY_TRANSFER);
        finish('sent');
        toastArrival(accepted.arrival, isSchedule(form.values.schedule));
      },
      onError: (error) => {
        const { code } = errorFlags(error);
        if (code === 'MONIKER_NOT_FOUND') {
          // The recipient can no longer be paid by moniker (TRF-104), so the customer chooses another way to pay.
          form.setValues((current) => withFound(current, null));
          goBack();
        } else if (code === 'MONEY_REQUEST_CLOSED') {
          // Reloading the request makes the page say why it can't be paid (TRF-157).
          form.reset(EMPTY_TRANSFER);
          goBack();
          void invalidateQueries(client, [MONEY_REQUEST]);
        }
      },
    });
  };

  if (step !== 'form' && sent) return <TransferSent {...sent} />;
  if (step === 'review' && reviewed && isSameTransfer(reviewed, form.values)) {
    return (
      <TransferReview
        values={form.values}
        summary={summary}
        recipients={recipients.data}
        isSending={transfer.isPending}
        isUnsettled={!transfer.isPending && transfer.isUnsettled(body)}
        onSend={send}
        onEdit={goBack}
      />
    );
  }
  return (
    <TransferForm
      request={form.values.moneyRequestId === '' ? null : request}
      form={form}
      summary={summary}
      recipients={recipients}
      repeated={repeated}
      isReturning={reviewed !== undefined || sent !== undefined}
      isPlanOffered={isPlanOffered}
      isKept={kept !== undefined && reviewed === undefined && sent === undefined}
      limitMessage={
        limitMessage ??
        (isOverLimit(form.errors) ? limitText(form.values, limitsFor(form.values), format) : undefined)
      }
      amountNotice={isSent || limitMessage ? undefined : amountNotice(form.values, summary, format)}
      mostCents={isSent ? undefined : exceededCents(form.values, summary)}
      onAmountChange={() => setLimitMessage(undefined)}
      onSubmit={form.submit(
        (values) => {
          setReviewed(values);
          setSent(undefined);
          goTo('review');
        },
        (errors) => {
          if (exceededCents(form.values, summary) !== undefined) reloadLimits();
          const invalid = invalidToast(form.values, errors);
          if (invalid) toast({ ...invalid, variant: 'destructive' });
          else dismissErrorToast();
        },
      )}
    />
  );
}

/** Says what became of an earlier attempt whose response was lost (TRF-29). */
function toastArrival(arrival: Arrival, isPlanned: boolean): void {
  if (isPlanned) {
    if (arrival === 'first') return;
    toast({ title: 'We have your scheduled transfer', description: 'We saved it only once.' });
    return;
  }
  if (arrival === 'repeated') {
    toast({
      title: 'We have your transfer',
      description: 'Your first try went through. Nothing was sent twice.',
    });
  } else if (arrival === 'resent') {
    toast({
      title: 'We have your transfer',
      description: "Your first try didn't go through, so we sent it just now. Nothing was sent twice.",
    });
  }
}
