import { Fragment, useEffect, useRef, useState, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { guessCategory, TRANSACTION_CATEGORIES } from '@moniker/common/categories.js';
import { centsToPlain } from '@moniker/common/money.js';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Card, CardBody } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Money } from '@/components/ui/money';
import { Select } from '@/components/ui/select';
import { cn } from '@/lib/cn';
import { humanize } from '@/lib/format';
import type { Recipient } from '@/lib/api/types';
import type { MoneyRequest } from '@/lib/queries/use-money-requests';
import { TRANSFER_TEXT_FIELDS } from '@/lib/transfer-texts';
import { AmountFields, FIELD_PAIR } from './amount-fields';
import { FlowLayout } from './flow-layout';
import type { LimitsCardProps } from './limits-card';
import { PlanChangeNotice } from './plan-change-notice';
import { RecipientPicker, type Recipients } from './recipient-picker';
import { detectedText } from './detected-text';
import { ChosenRecipient } from './chosen-recipient';
import { rememberRecipientWay, useRecipientWay, type RecipientWay } from './recipient-way';
import { isRecipientOf, withFound, withRecipient, type PaidRecipient } from './recipients';
import { isSchedule } from './schedule';
import { RequestedAmount, RequestedTransfer } from './requested-transfer';
import { TransferWarnings } from './transfer-warnings';
import {
  hasRecipient,
  LIMIT_TITLE,
  netTextFor,
  type TransferFormState,
  type TransferValues,
} from './transfer-values';
import { WhenFields } from './when-fields';

type TransferFormProps = {
  request: MoneyRequest | null;
  form: TransferFormState;
  summary: LimitsCardProps['summary'];
  recipients: Recipients;
  /** The recipient of an earlier transfer that is being sent again (TRF-82). */
  repeated: PaidRecipient | undefined;
  /** Whether the user returned from a later step. */
  isReturning: boolean;
  /** Whether the values were typed before the last sign-in (AUTH-36). */
  isKept: boolean;
  /** Whether the transfer can be planned for later. */
  isPlanOffered: boolean;
  limitMessage: string | undefined;
  /** Shown while the customer types an amount that is too high (TRF-140). */
  amountNotice: string | undefined;
  /** The most that can be sent. Undefined unless the amount is higher (TRF-150). */
  mostCents: number | undefined;
  onAmountChange: () => void;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
};

/** The first recipient to choose, or the field for a new one if there is none. */
const FIRST_CHOICE = 'li button, [name="recipientName"]';

export function TransferForm({
  request,
  form,
  summary,
  recipients,
  repeated,
  isReturning,
  isKept,
  isPlanOffered,
  limitMessage,
  amountNotice,
  mostCents,
  onAmountChange,
  onSubmit,
}: TransferFormProps) {
  const { values } = form;
  const element = useRef<HTMLFormElement>(null);
  // `isChosen` is state and not computed, because the fields must not disappear when someone types a known
  // recipient's numbers.
  const isKnown = (texts: TransferValues) =>
    hasRecipient(texts) &&
    [...(recipients.data ?? []), ...(repeated ? [repeated] : [])].some((recipient) =>
      isRecipientOf(texts, recipient),
    );
  const [isChosen, setIsChosen] = useState(() => isKnown(values));
  const showsChosen = isChosen || values.recipientMoniker !== '';
  /** The values at the moment when a field last lost focus. */
  const [left, setLeft] = useState(values);
  const [focusesFirst] = useState(isReturning);
  useEffect(() => {
    // The button that led back here has unmounted, so the focus moves to the first field.
    if (focusesFirst) element.current?.querySelector('input')?.focus();
  }, [focusesFirst]);
  const fill = (next: (values: TransferValues) => TransferValues, focused: string, chooses = false) => {
    // Renders immediately, because the element to focus may not exist yet.
    flushSync(() => {
      form.setValues(next);
      setIsChosen(chooses);
    });
    element.current?.parentElement?.querySelector<HTMLElement>(focused)?.focus();
  };
  const previous = recipients.data?.find((recipient) => isRecipientOf(values, recipient));
  const change = (next: Recipient | null) => withRecipient(values, next, previous);
  const choose = (recipient: Recipient) =>
    fill(() => change(recipient), '[name="amount"]', hasRecipient(change(recipient)));
  const way = useRecipientWay(values);
  const isPicking = !showsChosen && values.moneyRequestId === '';
  const changeWay = (next: RecipientWay) => {
    rememberRecipientWay(next);
    if (next === 'moniker') form.setValues((current) => withFound(current, null));
  };
  // For a known recipient, also removes the purpose and the category that were filled in for that recipient (TRF-158).
  const clear = () => (isKnown(values) ? change(null) : withFound(values, null));
  const useMost =
    mostCents !== undefined && mostCents > 0 && values.moneyRequestId === '' ? (
      <Button
        variant="secondary"
        size="sm"
        onClick={() => {
          const amount = centsToPlain(mostCents);
          fill(
            (current) => ({ ...current, amount, netAmount: netTextFor(amount) }),
            '[name="amount"]',
            isChosen,
          );
          onAmountChange();
        }}
      >
        <span>Use</span> <Money cents={mostCents} dimsCents={false} />
      </Button>
    ) : null;
  return (
    <FlowLayout summary={summary} isPlanned={isSchedule(values.schedule)}>
      <Card aria-label="Transfer">
        <CardBody>
          {request ? <RequestedTransfer request={request} /> : null}
          <PlanChangeNotice values={values} className="mb-6" />
          {isPicking ? (
            <RecipientPicker
              recipients={recipients}
              way={way}
              onWayChange={changeWay}
              onChoose={choose}
              onFound={(found) => fill((current) => withFound(current, found), '[name="amount"]')}
            />
          ) : null}
          {/* Hidden, not unmounted, until a person is found by moniker, so typed values stay. */}
          <form
            ref={element}
            noValidate
            hidden={isPicking && way === 'moniker'}
            onSubmit={onSubmit}
            onBlur={({ relatedTarget }) => {
              // Ignores a click on the submit button: a new warning would move the button away from the pointer.
              if (relatedTarget?.getAttribute('type') !== 'submit') setLeft(values);
            }}
            className="space-y-5 sm:space-y-6"
          >
            {isKept ? (
              <Alert tone="info" title="We kept what you entered">
                Please check it: you entered it before your session ended.
              </Alert>
            ) : null}
            {showsChosen && !request ? (
              <ChosenRecipient
                name={values.recipientName}
                moniker={values.recipientMoniker}
                account={values.recipientAccount}
                onChange={() => fill(clear, FIRST_CHOICE)}
              />
            ) : null}
            {request ? (
              <RequestedAmount values={values} error={form.errors.amount ?? amountNotice} />
            ) : (
              <AmountFields
                form={form}
                left={left}
                availableCents={summary.availableBalanceCents}
                notice={amountNotice}
                onChange={onAmountChange}
              />
            )}
            {/* Next to the amount field, which has the focus, so the box is in view (TRF-159). */}
            {limitMessage ? (
              <Alert tone="danger" title={LIMIT_TITLE} isLive action={useMost}>
                {limitMessage}
              </Alert>
            ) : (
              useMost
            )}
            <TextFields form={form} left={left} isChosen={showsChosen} isPlanOffered={isPlanOffered} />
            <Button type="submit" size="lg" className="w-full sm:w-auto">
              Review Transfer
            </Button>
          </form>
        </CardBody>
      </Card>
    </FlowLayout>
  );
}

type TextFieldsProps = {
  form: TransferFormState;
  left: TransferValues;
  isChosen: boolean;
  isPlanOffered: boolean;
};

function TextFields({ form, left, isChosen, isPlanOffered }: TextFieldsProps) {
  const { bind, errors, values } = form;
  const showsWhen = isPlanOffered && values.moneyRequestId === '';
  return (
    <div className={FIELD_PAIR}>
      {TRANSFER_TEXT_FIELDS.filter(({ name }) => name === 'purpose' || !isChosen).map(
        ({ name, label, hintFor, error, isWide, isNumber, clean }) => (
          <Fragment key={name}>
            <Field
              label={label}
              hint={name === 'purpose' ? purposeHint(values) : hintFor?.(values[name])}
              error={errors[name]}
              isOptional={error === undefined}
              className={cn(
                (isWide || (showsWhen && name === 'purpose')) && 'col-span-full',
                name === 'purpose' && 'max-sm:col-span-full',
              )}
            >
              {(control) => (
                <Input
                  {...control}
                  {...bind(name, clean)}
                  autoComplete="off"
                  {...(isNumber && { inputMode: 'numeric', className: 'tnum' })}
                />
              )}
            </Field>
            {/* The warnings are directly below the account and routing numbers. */}
            {name === 'recipientRouting' ? (
              <div aria-live="polite" className="contents">
                <TransferWarnings values={values} left={left} className="col-span-full" />
              </div>
            ) : null}
          </Fragment>
        ),
      )}
      <CategoryField form={form} />
      {showsWhen ? <WhenFields form={form} /> : null}
    </div>
  );
}

/** A hint telling the customer that a recipient paid by moniker will see the purpose (TRF-162). */
function purposeHint({ recipientMoniker, moneyRequestId }: TransferValues): string | undefined {
  return recipientMoniker === '' && moneyRequestId === ''
    ? undefined
    : 'The recipient will see this purpose.';
}

function CategoryField({ form: { bind, values } }: { form: TransferFormState }) {
  const detected = guessCategory(values.purpose);
  return (
    <Field label="Category" isOptional className="max-sm:col-span-full">
      {(control) => (
        <Select {...control} {...bind('category')}>
          <option value="">{detected === 'other' ? 'Detect from purpose' : detectedText(detected)}</option>
          {TRANSACTION_CATEGORIES.map((category) => (
            <option key={category} value={category}>
              {humanize(category)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
