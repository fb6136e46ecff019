import { useEffect, useRef } from 'react';
import { guessCategory } from '@moniker/common/categories.js';
import { HANDLE_NAME } from '@moniker/common/brand.js';
import { FEE_PERCENT, feeCentsOf, netCentsOf } from '@moniker/common/fee.js';
import { BankTime } from '@/components/time/bank-time';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Card, CardBody } from '@/components/ui/card';
import { Detail, DetailList } from '@/components/ui/detail-list';
import { Money } from '@/components/ui/money';
import { formatBankDay } from '@/lib/bank-day';
import { useIsOffline } from '@/lib/connection';
import { usePlan } from '@/lib/queries/use-plans';
import { useRecentTransactions } from '@/lib/queries/use-recent-transactions';
import { humanize } from '@/lib/format';
import { detectedText } from './detected-text';
import { earlierPayment } from './earlier-payment';
import type { Recipient } from '@/lib/api/types';
import { textToSend, TRANSFER_TEXT_FIELDS } from '@/lib/transfer-texts';
import { FlowLayout } from './flow-layout';
import type { LimitsCardProps } from './limits-card';
import { PlanChangeNotice } from './plan-change-notice';
import { isRecipientOf, namesakeOf } from './recipients';
import { isSchedule, SCHEDULES, scheduleText } from './schedule';
import { useUsualTime } from './queries/use-usual-time';
import { TransferWarnings } from './transfer-warnings';
import { amountCentsOf, isTyped, type TransferValues } from './transfer-values';

const confirmLabel = ({ schedule, replacesPlanId }: TransferValues): string => {
  if (replacesPlanId !== '') return 'Save Change';
  return isSchedule(schedule) ? 'Schedule Transfer' : 'Confirm and Send';
};

type TransferReviewProps = {
  values: TransferValues;
  summary: LimitsCardProps['summary'];
  /** Undefined if they could not be loaded. */
  recipients: readonly Recipient[] | undefined;
  isSending: boolean;
  /** Whether an attempt to send this transfer got no response. */
  isUnsettled: boolean;
  onSend: () => void;
  onEdit: () => void;
};

/** The whole transfer, to be confirmed before it is sent (TRF-23, TRF-155). */
export function TransferReview(props: TransferReviewProps) {
  const { values, summary, recipients, isSending, isUnsettled, onSend, onEdit } = props;
  const amountCents = amountCentsOf(values);
  const { recipientMoniker } = values;
  const isNew = recipients?.some((recipient) => isRecipientOf(values, recipient)) === false;
  const namesake = isNew && recipientMoniker === '' ? namesakeOf(values, recipients) : undefined;
  const usualTime = useUsualTime();
  const isOffline = useIsOffline();
  const isPlanned = isSchedule(values.schedule);
  const { data: payments = [], dataUpdatedAt } = useRecentTransactions(!isPlanned, { isPolled: false });
  const earlier =
    isPlanned || isSending || isUnsettled
      ? undefined
      : earlierPayment({ recipientName: values.recipientName, amountCents }, payments, dataUpdatedAt);
  const { data: replaced } = usePlan(values.replacesPlanId || null);
  const isChange = values.replacesPlanId !== '';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <FlowLayout summary={summary} isPlanned={isPlanned} isShort>
      <Card className="animate-fade">
        <CardBody>
          <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
            {isChange ? 'Review your change' : 'Review your transfer'}
          </h2>
          <p className="display double-rule mt-3 inline-block max-w-full pb-1.5 text-2xl wrap-anywhere sm:mt-5 sm:text-4xl">
            <bdi translate="no">{values.recipientName.trim()}</bdi> <span>gets</span>{' '}
            <Money cents={netCentsOf(amountCents)} isAlwaysVisible />
          </p>
          <p className="mt-2 text-ink-2">
            <span>You pay</span>{' '}
            <Money cents={amountCents} isAlwaysVisible dimsCents={false} className="font-semibold text-ink" />
          </p>
          {/* Before the details, so phones show these messages above the buttons. */}
          <PlanChangeNotice values={values} listsChanges className="mt-4" />
          <TransferWarnings values={values} className="mt-4" />
          {namesake ? (
            <Alert tone="warning" title="Different account from before" className="mt-4">
              You&apos;ve paid someone with this name at the account ending in{' '}
              <span translate="no">{namesake.recipientAccount.slice(-4)}</span>. If a message gave you this
              new account, call them to check it. It may be fraud.
            </Alert>
          ) : null}
          {isNew && !namesake ? (
            <Alert tone="info" title="New recipient" className="mt-4">
              {recipientMoniker === ''
                ? "Check the account and routing numbers. We can't always get back money sent to the wrong account."
                : 'Check that this is the person you want to pay.'}
            </Alert>
          ) : null}
          {earlier ? (
            <Alert tone="warning" title="Is this a duplicate?" className="mt-4">
              <span>You already have a transfer of</span>{' '}
              <Money cents={amountCents} isAlwaysVisible dimsCents={false} /> <span>to</span>{' '}
              <bdi translate="no">{values.recipientName.trim()}</bdi>
              <span>, dated</span> <BankTime value={earlier.date} />.
            </Alert>
          ) : null}
          {isUnsettled ? (
            <Alert tone="warning" title="We don't know yet if your transfer went through" className="mt-4">
              We didn&apos;t get a response. Confirm again to find out: we&apos;ll send this transfer only
              once. If you change it, it counts as a second one.
            </Alert>
          ) : null}
          <DetailList className="mt-4 border-y border-rule sm:mt-5">
            {recipientMoniker === '' ? null : (
              <Detail term={HANDLE_NAME}>
                <span translate="no">{`$${recipientMoniker}`}</span>
              </Detail>
            )}
            {TRANSFER_TEXT_FIELDS.map(({ name, label, term = label, ...field }) =>
              name === 'recipientName' || values[name].trim() === '' || !isTyped(values, name) ? null : (
                <Detail key={name} term={term}>
                  {textToSend(field, values[name])}
                </Detail>
              ),
            )}
            <Detail term="Category">
              {values.category ? humanize(values.category) : detectedText(guessCategory(values.purpose))}
            </Detail>
            {isSchedule(values.schedule) ? (
              <Detail term="When">
                {values.schedule === 'once' ? formatBankDay(values.firstDay) : SCHEDULES[values.schedule]}
              </Detail>
            ) : null}
            <Detail term={`Fee (${FEE_PERCENT}%)`}>
              <Money cents={-feeCentsOf(amountCents)} isAlwaysVisible />
            </Detail>
            <Detail term="Recipient gets" isTotal>
              <Money cents={netCentsOf(amountCents)} isAlwaysVisible />
            </Detail>
            {isUnsettled || isPlanned ? null : (
              <Detail term="Available after this transfer">
                <Money cents={summary.availableBalanceCents - amountCents} />
              </Detail>
            )}
          </DetailList>
          <p className="mt-4 text-sm text-ink-3">
            {isPlanned ? (
              <>
                We&apos;ll make this transfer {scheduleText(values, replaced)}, at 6 AM New York time.
                We&apos;ll hold {values.schedule === 'once' ? 'the' : 'each'} amount then, and send it once
                we&apos;ve approved the transfer. If you don&apos;t have enough money that day, we&apos;ll try
                again on the next two days.
              </>
            ) : (
              <>
                We&apos;ll hold the amount now and send it once we&apos;ve approved the transfer.
                {usualTime ? ` ${usualTime}` : null}
              </>
            )}
          </p>
          {isOffline ? (
            <p className="mt-4 text-sm text-warning">
              You&apos;re offline. You can confirm once you&apos;re back online.
            </p>
          ) : null}
          {/* Stays in view at the bottom, on a phone above the navigation. */}
          <div
            data-toasts-above=""
            className="-mx-4 mt-5 -mb-4 flex gap-2 bg-sheet px-4 py-3 max-md:bottom-[calc(4rem+env(safe-area-inset-bottom))] sm:mt-6 md:bottom-0 md:mx-0 md:-mb-3 md:px-0 tall:sticky"
          >
            <Button variant="secondary" size="lg" disabled={isSending} onClick={onEdit}>
              Edit
            </Button>
            <Button
              size="lg"
              isBusy={isSending}
              disabled={isOffline}
              onClick={onSend}
              className="max-sm:flex-1"
            >
              {isSending ? 'Sending...' : confirmLabel(values)}
            </Button>
          </div>
        </CardBody>
      </Card>
    </FlowLayout>
  );
}
