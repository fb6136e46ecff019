import { BRAND } from '@moniker/common/brand.js';
import { formatUsd } from '@moniker/common/money.js';
import {
  balanceEffectOf,
  type TransactionKind,
  type TransactionStatus,
} from '@moniker/common/transactions.js';
import { isolate } from '@moniker/common/typed-text.js';
import { isAuditEvent, type SequencedEvent } from '../../ledger/domain/events.js';

/** The data from which a transaction is described. Texts are null once they are erased. */
export interface TransactionFacts {
  readonly kind: TransactionKind;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly description: string | null;
  readonly recipientName: string | null;
  readonly fromAccount: string | null;
}

/** An event in plain words. */
export interface EventDescription {
  readonly title: string;
  readonly text: string;
}

/** Who acts next and what can happen then. */
export interface NextStep {
  readonly actor: typeof BRAND;
  readonly text: string;
}

type StatusChange = Extract<SequencedEvent, { type: 'TransactionStatusChanged' }>['payload'];

/**
 * Describes an event of a transaction to its customer (TXN-7). Returns null for events that do not concern them, such
 * as notes of admins (TRF-18). `formatDay` formats a date in the bank's time zone.
 */
export function describeEvent(
  event: SequencedEvent,
  facts: TransactionFacts,
  formatDay: (time: Date) => string,
): EventDescription | null {
  if (isAuditEvent(event)) return null;
  switch (event.type) {
    case 'TransferRequested':
      return {
        title: 'Transfer requested',
        text: `You asked to send ${formatUsd(event.payload.amountCents)} to ${recipientOf(facts)}. The amount is on hold.`,
      };
    case 'IncomingPaymentCreated':
    case 'CreditRecorded':
      return describeIncoming(facts, event.payload.status);
    case 'BalanceAdjusted': {
      const { fromCents, toCents } = event.payload;
      return {
        title: 'Balance adjusted',
        text: `${BRAND} set your balance from ${formatUsd(fromCents)} to ${formatUsd(toCents)}.`,
      };
    }
    case 'TransactionStatusChanged':
      return facts.kind === 'transfer'
        ? describeTransferChange(event.payload, facts)
        : describeIncomingChange(event.payload, facts);
    case 'TransferCanceled':
      return {
        title: 'Transfer cancelled',
        text: `You cancelled the transfer to ${recipientOf(facts)}. ${formatUsd(event.payload.amountCents)} is no longer on hold, and nothing left your account.`,
      };
    case 'TransactionAmended': {
      const { shownAt } = event.payload;
      if (shownAt === null) return null;
      return { title: 'Date changed', text: `${BRAND} dated this ${formatDay(new Date(shownAt))}.` };
    }
    case 'AccountOpened':
    case 'AccountClosed':
      return null;
  }
}

/**
 * Whether the customer is notified of an event: money or a hold moved, or an open transaction ended (NTF-2). A failed
 * incoming payment is not notifiable, because the customer has not seen it.
 */
export function isNotifiable(event: SequencedEvent): boolean {
  if (isAuditEvent(event)) return false;
  switch (event.type) {
    case 'CreditRecorded':
    case 'IncomingPaymentCreated':
    case 'BalanceAdjusted':
      return event.payload.entries.length > 0;
    case 'TransactionStatusChanged': {
      const { kind, to, entries, holdCents } = event.payload;
      if (entries.length > 0 || holdCents !== 0) return true;
      return kind !== 'incoming_payment' && balanceEffectOf(kind, to) === 'nothing' && isFinal(to);
    }
    case 'TransferRequested':
    case 'TransferCanceled':
    case 'TransactionAmended':
    case 'AccountOpened':
    case 'AccountClosed':
      return false;
  }
}

/** Describes what comes next in a transaction of this status, or null if it is final. */
export function nextStepOf(facts: TransactionFacts, status: TransactionStatus): NextStep | null {
  if (isFinal(status)) return null;
  const amount = formatUsd(facts.amountCents);
  if (facts.kind !== 'transfer') {
    return {
      actor: BRAND,
      text: `${BRAND} checks the ${nounOf(facts.kind)}. Once it is completed, ${amount} is added to your account.`,
    };
  }
  return status === 'processing'
    ? {
        actor: BRAND,
        text: `${BRAND} carries out the transfer. When it is completed, ${amount} leaves your account; should it fail, the amount is yours to use again.`,
      }
    : {
        actor: BRAND,
        text: `${BRAND} reviews the transfer, usually within one business day. If it is approved, ${amount} leaves your account; if it is not, the amount is yours to use again.`,
      };
}

function isFinal(status: TransactionStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

function describeIncoming(facts: TransactionFacts, status: TransactionStatus): EventDescription {
  const amount = formatUsd(facts.amountCents);
  const isIn = status === 'completed';
  if (facts.kind === 'credit') {
    return isIn
      ? {
          title: 'Credit added',
          text: `${BRAND} added a credit of ${amount} to your account${descriptionClause(facts)}.`,
        }
      : {
          title: 'Credit recorded',
          text: `${BRAND} recorded a credit of ${amount}${descriptionClause(facts)}. It is not in your account yet.`,
        };
  }
  return isIn
    ? { title: 'Payment received', text: `${amount} ${arrivalClause(facts)} and was added to your account.` }
    : {
        title: 'Payment announced',
        text: `A payment of ${amount} to you was announced${senderClause(facts)}. It is not in your account yet.`,
      };
}

function describeTransferChange(
  { from, to, amountCents }: StatusChange,
  facts: TransactionFacts,
): EventDescription {
  const amount = formatUsd(amountCents);
  const transfer = `the transfer to ${recipientOf(facts)}`;
  const before = balanceEffectOf('transfer', from);
  switch (balanceEffectOf('transfer', to)) {
    case 'posts':
      return {
        title: 'Transfer completed',
        text: `${BRAND} approved ${transfer}. ${amount} left your account${feeClause(facts)}.`,
      };
    case 'holds':
      if (before === 'posts') {
        return {
          title: 'Transfer reversed',
          text: `${BRAND} took back ${transfer} for another review. ${amount} is in your account again, on hold.`,
        };
      }
      return before === 'holds'
        ? {
            title: STAGE_TITLES[to],
            text: `${BRAND} ${STAGE_VERBS[to]} ${transfer}. The amount stays on hold.`,
          }
        : { title: 'Transfer reopened', text: `${BRAND} took up ${transfer} again. ${amount} is on hold.` };
    case 'nothing':
      return describeTransferEnd(to, before, amount, transfer, facts);
  }
}

function describeTransferEnd(
  to: TransactionStatus,
  before: ReturnType<typeof balanceEffectOf>,
  amount: string,
  transfer: string,
  facts: TransactionFacts,
): EventDescription {
  const [verb, title] =
    to === 'cancelled' ? ['cancelled', 'Transfer cancelled'] : ['declined', 'Transfer declined'];
  switch (before) {
    case 'posts':
      return {
        title: 'Transfer reversed',
        text: `${BRAND} reversed ${transfer}. ${amount} came back to your account${feeClause(facts)}.`,
      };
    case 'holds':
      return {
        title,
        text: `${BRAND} ${verb} ${transfer}. ${amount} is no longer on hold, and nothing left your account.`,
      };
    case 'nothing':
      return { title, text: `${BRAND} marked ${transfer} as ${verb}. No money moved.` };
  }
}

function describeIncomingChange(
  { from, to, amountCents }: StatusChange,
  facts: TransactionFacts,
): EventDescription {
  const amount = formatUsd(amountCents);
  const noun = nounOf(facts.kind);
  const Noun = facts.kind === 'credit' ? 'Credit' : 'Payment';
  if (to === 'completed') return describeIncoming({ ...facts, amountCents }, to);
  if (from === 'completed') {
    return {
      title: `${Noun} reversed`,
      text: `${BRAND} reversed the ${noun}. ${amount} was taken out of your account.`,
    };
  }
  switch (to) {
    case 'failed':
      return { title: `${Noun} failed`, text: `The ${noun} of ${amount} failed. No money moved.` };
    case 'cancelled':
      return { title: `${Noun} cancelled`, text: `The ${noun} of ${amount} was cancelled. No money moved.` };
    case 'pending':
    case 'processing':
    case 'initiated':
    case 'in_review':
      return {
        title: STAGE_TITLES[to],
        text: `${BRAND} ${STAGE_VERBS[to]} the ${noun}. It is not in your account yet.`,
      };
  }
}

/** Titles of undecided statuses; the others are described by their balance effect. */
const STAGE_TITLES: Readonly<Record<TransactionStatus, string>> = {
  pending: 'Waiting for review',
  initiated: 'Initiated',
  in_review: 'In review',
  processing: 'Processing',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

const STAGE_VERBS: Readonly<Record<TransactionStatus, string>> = {
  pending: 'is about to review',
  initiated: 'initiated',
  in_review: 'is reviewing',
  processing: 'is processing',
  completed: 'completed',
  failed: 'declined',
  cancelled: 'cancelled',
};

function recipientOf(facts: TransactionFacts): string {
  return facts.recipientName === null ? 'the recipient' : isolate(facts.recipientName);
}

function feeClause({ feeCents }: TransactionFacts): string {
  return feeCents === 0 ? '' : `; ${formatUsd(feeCents)} of it is the fee`;
}

function descriptionClause({ description }: TransactionFacts): string {
  return description === null || description === '' ? '' : ` (${isolate(description)})`;
}

function senderClause({ fromAccount }: TransactionFacts): string {
  return fromAccount === null || fromAccount === '' ? '' : ` from ${isolate(fromAccount)}`;
}

function arrivalClause(facts: TransactionFacts): string {
  return `arrived${senderClause(facts)}`;
}

function nounOf(kind: TransactionKind): string {
  return kind === 'credit' ? 'credit' : 'payment';
}
