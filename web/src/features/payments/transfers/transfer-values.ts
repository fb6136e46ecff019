import { categoryOf } from '@moniker/common/categories.js';
import { amountCentsForNet, netCentsOf } from '@moniker/common/fee.js';
import { DAILY_LIMIT_CENTS } from '@moniker/common/limits.js';
import { centsToPlain } from '@moniker/common/money.js';
import { parseTypedAmount } from '@moniker/common/typed-amount.js';
import type { MoneyRequest } from '@/lib/queries/use-money-requests';
import type { Plan } from '@/lib/queries/use-plans';
import type { AccountSummary, TransactionDetail } from '@/lib/api/types';
import { formatBankDay } from '@/lib/bank-day';
import { hasBlank, errorIfBlank } from '@/lib/forms';
import { formatCents } from '@/lib/money';
import { amountErrorOf, typedDollars, unreadableAmountError } from '@/lib/amount-input';
import {
  mapTransferTexts,
  textToSend,
  TRANSFER_TEXT_FIELDS,
  type TransferTextName,
} from '@/lib/transfer-texts';
import type { FormErrors, useForm } from '@/lib/use-form';
import { firstDayError, isSchedule, nextDayOf, SCHEDULES } from './schedule';

export const EMPTY_TRANSFER = {
  amount: '',
  netAmount: '',
  ...mapTransferTexts(() => ''),
  /** The recipient's moniker, instead of the account and routing numbers (TRF-100). */
  recipientMoniker: '',
  /** The API's proof that the moniker was looked up. */
  recipientProof: '',
  /** Id of the request for money that the transfer pays. It fixes the recipient and the amount (TRF-117). */
  moneyRequestId: '',
  category: '',
  /** Empty for a transfer that is sent now (TRF-131). */
  schedule: '',
  firstDay: '',
  /** Id of the plan that the transfer replaces (TRF-170). */
  replacesPlanId: '',
};

export type TransferValues = typeof EMPTY_TRANSFER;

/** The values of a form that sends an earlier transfer again (TRF-82). */
export function repeatedTransfer(
  transfer: Pick<TransactionDetail, 'amountCents' | 'toAccount' | 'category' | TransferTextName>,
): TransferValues {
  return {
    ...EMPTY_TRANSFER,
    amount: centsToPlain(Math.abs(transfer.amountCents)),
    netAmount: centsToPlain(netCentsOf(Math.abs(transfer.amountCents))),
    ...mapTransferTexts(({ name }) => transfer[name] ?? ''),
    recipientMoniker: transfer.toAccount?.replace(/^\$/, '') ?? '',
    recipientProof: '',
    moneyRequestId: '',
    category: transfer.category ?? '',
  };
}

/** The values of a form that changes a plan from its next day on (TRF-170). */
export function changedPlan(plan: Plan): TransferValues {
  const { schedule, recipientMoniker: toAccount } = plan;
  const firstDay = nextDayOf(plan) ?? '';
  return { ...repeatedTransfer({ ...plan, toAccount }), schedule, firstDay, replacesPlanId: plan.id };
}

/** The differences between a plan and its changed values, each as term, old text and new text (TRF-180). */
export function planChanges(plan: Plan, values: TransferValues): (readonly [string, string, string])[] {
  const { schedule, firstDay } = values;
  return [
    ['Amount', formatCents(plan.amountCents), formatCents(amountCentsOf(values))] as const,
    ['When', SCHEDULES[plan.schedule], SCHEDULES[isSchedule(schedule) ? schedule : '']] as const,
    ['Next', formatBankDay(plan.nextDays[0] ?? firstDay), formatBankDay(firstDay)] as const,
    ...TRANSFER_TEXT_FIELDS.map(
      ({ label, term = label, ...field }) =>
        [term, plan[field.name], textToSend(field, values[field.name])] as const,
    ),
  ].filter(([, from, to]) => to !== '' && from !== to);
}

/** The values of a form that pays a request for money (TRF-117). */
export function requestedTransfer(request: MoneyRequest): TransferValues {
  return {
    ...EMPTY_TRANSFER,
    ...{
      recipientName: request.name ?? '',
      recipientMoniker: request.moniker ?? '',
      moneyRequestId: request.id,
    },
    ...{ netAmount: centsToPlain(request.amountCents), purpose: request.note },
    amount: centsToPlain(amountCentsForNet(request.amountCents)),
  };
}

export const isBlankTransfer = (values: TransferValues): boolean =>
  Object.values(values).every((text) => text.trim() === '');

export const isSameTransfer = (one: TransferValues, other: TransferValues): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export type TransferFormState = ReturnType<typeof useForm<TransferValues>>;

export const LIMIT_TITLE = 'Daily Withdrawal Limit Exceeded';

/** The typed amount in cents; 0 if it can't be parsed. */
export function amountCentsOf({ amount }: TransferValues): number {
  return parseTypedAmount(amount) ?? 0;
}

export function toRequestBody(values: TransferValues) {
  const category = categoryOf(values.category);
  const { recipientMoniker, recipientProof, moneyRequestId, schedule, firstDay, replacesPlanId } = values;
  const named = moneyRequestId
    ? { moneyRequestId }
    : { recipientMoniker, ...(recipientProof && { recipientProof }) };
  const { purpose, ...numbers } = mapTransferTexts((field) => textToSend(field, values[field.name]));
  return {
    amount: typedDollars(values.amount),
    ...(recipientMoniker === '' ? numbers : named),
    purpose,
    ...(category && { category }),
    ...(isSchedule(schedule) && { schedule, firstDay, ...(replacesPlanId && { replacesPlanId }) }),
  };
}

/** Whether the customer types this text. If the recipient is paid by moniker, the bank has the name and numbers. */
export const isTyped = (values: TransferValues, name: TransferTextName): boolean =>
  values.recipientMoniker === '' || name === 'purpose';

/** The net amount for a typed amount, or an empty string while the amount is invalid (TRF-7). */
export function netTextFor(amountText: string): string {
  const amountCents = parseTypedAmount(amountText);
  return amountCents === null ? '' : centsToPlain(netCentsOf(amountCents));
}

/** The amount for a typed net amount, or an empty string while the net amount is invalid (TRF-7). */
export function amountTextFor(netText: string): string {
  const netCents = parseTypedAmount(netText);
  return netCents === null ? '' : centsToPlain(amountCentsForNet(netCents));
}

function amountError(text: string, limits: Limits, format: typeof formatCents): string | undefined {
  const error = amountErrorOf(text);
  const cents = parseTypedAmount(text);
  if (error !== undefined || cents === null) return error;
  if (cents > limits.availableBalanceCents) return notEnough(format(limits.availableBalanceCents));
  return cents > limits.leftToSendTodayCents ? LIMIT_TITLE : undefined;
}

const notEnough = (available: string) => `You don't have enough money. Available balance: ${available}`;

type Limits = Pick<AccountSummary, 'availableBalanceCents' | 'leftToSendTodayCents'>;

/**
 * Used where the limits can't be known: for a transfer on a later day, or if the response to an earlier attempt was
 * lost.
 */
export const UNKNOWN_LIMITS: Limits = {
  availableBalanceCents: Infinity,
  leftToSendTodayCents: DAILY_LIMIT_CENTS,
};

const limitsOf = ({ schedule }: Pick<TransferValues, 'schedule'>, limits: Limits): Limits =>
  isSchedule(schedule) ? UNKNOWN_LIMITS : limits;

/** The most that can be sent. Undefined unless the typed amount is higher (TRF-150). */
export function exceededCents(values: TransferValues, limits: Limits): number | undefined {
  const { availableBalanceCents, leftToSendTodayCents } = limitsOf(values, limits);
  const mostCents = Math.min(availableBalanceCents, leftToSendTodayCents);
  return amountCentsOf(values) > mostCents ? mostCents : undefined;
}

/** The text of the limit box if the form itself finds that the amount is too high (TRF-150). */
export function limitText(values: TransferValues, limits: Limits, format = formatCents): string {
  const { leftToSendTodayCents } = limits;
  if (isSchedule(values.schedule) || limits === UNKNOWN_LIMITS)
    return `You can send up to ${formatCents(DAILY_LIMIT_CENTS)} a day.`;
  return leftToSendTodayCents > 0
    ? `You can send ${format(leftToSendTodayCents)} more today.`
    : "You've reached today's limit. You can send more tomorrow.";
}

/**
 * The warning that the amount is too high, shown while the customer types, in the words of the server's refusal
 * (TRF-140).
 */
export function amountNotice(
  { amount, schedule }: Pick<TransferValues, 'amount' | 'schedule'>,
  { availableBalanceCents, leftToSendTodayCents }: Limits,
  format = formatCents,
): string | undefined {
  const cents = parseTypedAmount(amount) ?? 0;
  const isPlanned = isSchedule(schedule);
  if (!isPlanned && cents > availableBalanceCents) return notEnough(format(availableBalanceCents));
  if (cents <= (isPlanned ? DAILY_LIMIT_CENTS : leftToSendTodayCents)) return undefined;
  const limit = `You can send up to ${formatCents(DAILY_LIMIT_CENTS)} a day`;
  return isPlanned
    ? `${limit}.`
    : `Daily withdrawal limit exceeded. ${limit}; ${format(leftToSendTodayCents)} is left today.`;
}

/** The errors for amount fields that have lost focus, shown before the form is submitted (TRF-153). */
export function leftAmountErrors(
  { amount, netAmount }: TransferValues,
  left: TransferValues,
): FormErrors<TransferValues> {
  const isLeft = (text: string, leftText: string) => text.trim() !== '' && text === leftText;
  return {
    amount: isLeft(amount, left.amount) ? amountErrorOf(amount) : undefined,
    netAmount: isLeft(netAmount, left.netAmount) ? unreadableAmountError(netAmount) : undefined,
  };
}

type OwnAccount = Pick<NonNullable<AccountSummary['accountRequest']>, 'accountNumber' | 'routingNumber'>;

/** The error, in the server's words, if the recipient's numbers are the customer's own (TRF-65, TRF-153). */
export function ownAccountError(values: TransferValues, own: OwnAccount | null): string | undefined {
  const { recipientAccount, recipientRouting } = mapTransferTexts((field) =>
    textToSend(field, values[field.name]),
  );
  const isOwn = own?.accountNumber === recipientAccount && own.routingNumber === recipientRouting;
  return isOwn ? "You can't send money to your own account" : undefined;
}

function textError(
  { error, check }: (typeof TRANSFER_TEXT_FIELDS)[number],
  text: string,
): string | undefined {
  if (text === '') return error;
  return check?.(text);
}

/** Whether the recipient's name and numbers are all filled in. */
export const hasRecipient = (values: TransferValues): boolean =>
  TRANSFER_TEXT_FIELDS.every(
    (field) => field.name === 'purpose' || !textError(field, textToSend(field, values[field.name])),
  );

/**
 * Validates a transfer (TRF-1, TRF-4, TRF-5, TRF-8, TRF-150). `format` renders the available balance in an error
 * message.
 */
export function validateTransfer(
  values: TransferValues,
  limits: Limits,
  format = formatCents,
): FormErrors<TransferValues> {
  const derived = derivedField(values);
  return {
    amount: derived === 'amount' ? undefined : amountError(values.amount, limitsOf(values, limits), format),
    netAmount:
      derived === 'netAmount'
        ? undefined
        : (errorIfBlank(values.netAmount, 'Enter the net amount') ?? unreadableAmountError(values.netAmount)),
    ...mapTransferTexts((field) =>
      isTyped(values, field.name) ? textError(field, textToSend(field, values[field.name])) : undefined,
    ),
    firstDay: firstDayError(values),
  };
}

/** The one message for a blank required field or an invalid amount or day. Undefined if there is no such error. */
export function errorSummary(values: TransferValues, errors: FormErrors<TransferValues>): string | undefined {
  const optional = [
    ...['category', 'recipientMoniker', 'recipientProof', 'moneyRequestId', 'replacesPlanId'],
    ...(isSchedule(values.schedule) ? [] : ['schedule', 'firstDay']),
    ...TRANSFER_TEXT_FIELDS.flatMap(({ name, error }) => (error && isTyped(values, name) ? [] : [name])),
  ];
  const derived = derivedField(values);
  const required = Object.entries(values).filter(([name]) => name !== derived && !optional.includes(name));
  return hasBlank(Object.fromEntries(required))
    ? 'Please fill in all required fields'
    : (errors.amount ?? errors.netAmount ?? errors.firstDay);
}

export const isOverLimit = (errors: FormErrors<TransferValues>): boolean => errors.amount === LIMIT_TITLE;

/**
 * The toast about an invalid form. Undefined if there is no error, or if the error is the exceeded daily limit, which
 * has its own box (TRF-10).
 */
export function invalidToast(values: TransferValues, errors: FormErrors<TransferValues>) {
  const description = errorSummary(values, errors);
  if (description === undefined || description === LIMIT_TITLE) return undefined;
  if (description === errors.amount && values.amount) return { title: 'Check the amount', description };
  if (description === errors.firstDay) return { title: 'Check the date', description };
  return { title: 'Missing information', description };
}

/** The field that is blank only because the other amount can't be parsed (TRF-7). */
function derivedField({ amount, netAmount }: TransferValues): 'amount' | 'netAmount' | undefined {
  if (netAmount.trim() === '' && amount.trim() !== '' && parseTypedAmount(amount) === null)
    return 'netAmount';
  if (amount.trim() === '' && netAmount.trim() !== '' && parseTypedAmount(netAmount) === null)
    return 'amount';
  return undefined;
}
