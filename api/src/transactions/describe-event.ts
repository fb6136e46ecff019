import { formatUsd } from '../ledger/domain/money.js';
import type { SequencedEvent } from '../ledger/domain/events.js';
import {
  balanceEffectOf,
  type TransactionKind,
  type TransactionStatus,
} from '../ledger/domain/transactions.js';
import { BRAND } from '../constants.js';

/** What the sentences about a transaction are made of; the texts are null once they were erased. */
export interface TransactionFacts {
  readonly kind: TransactionKind;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly description: string | null;
  readonly recipientName: string | null;
  readonly fromAccount: string | null;
}

/** One step in plain words. */
export interface EventDescription {
  readonly title: string;
  readonly text: string;
}

/** Who acts next, and what may happen then. */
export interface NextStep {
  readonly actor: typeof BRAND;
  readonly text: string;
}

type StatusChange = Extract<SequencedEvent, { type: 'TransactionStatusChanged' }>['payload'];

/**
 * Tells its customer one event of a transaction; null for what is no business of theirs (notes among admins).
 * `formatDay` writes a date as the bank's people read it.
 */
export function describeEvent(
  event: SequencedEvent,
  facts: TransactionFacts,
  formatDay: (moment: Date) => string,
): EventDescription | null {
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
    case 'TransactionAmended': {
      const { shownAt } = event.payload;
      if (shownAt === null) return null;
      return { title: 'Date changed', text: `${BRAND} dated this ${formatDay(new Date(shownAt))}.` };
    }
    case 'AccountOpened':
    case 'AccountClosed':
    case 'KycApproved':
    case 'KycRejected':
    case 'KycReset':
    case 'AccountRequestDecided':
    case 'UserDeleted':
    case 'SsnRead':
    case 'IdentityDocumentRead':
      return null;
  }
}

/**
 * True for an event that its customer wants to hear about without having asked: money or a hold moved, or what
 * was open has ended. A payment nobody told them of yet makes no news by failing.
 */
export function isNotifiable(event: SequencedEvent): boolean {
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
    case 'TransactionAmended':
    case 'AccountOpened':
    case 'AccountClosed':
    case 'KycApproved':
    case 'KycRejected':
    case 'KycReset':
    case 'AccountRequestDecided':
    case 'UserDeleted':
    case 'SsnRead':
    case 'IdentityDocumentRead':
      return false;
  }
}

/** What comes next in a transaction of this status; null where nothing does. */
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
  const [word, title] =
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
        text: `${BRAND} ${word} ${transfer}. ${amount} is no longer on hold, and nothing left your account.`,
      };
    case 'nothing':
      return { title, text: `${BRAND} marked ${transfer} as ${word}. No money moved.` };
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

/** Stages in which nothing is decided; the others are told by what they did to the money. */
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
  return facts.recipientName ?? 'the recipient';
}

function feeClause({ feeCents }: TransactionFacts): string {
  return feeCents === 0 ? '' : `; ${formatUsd(feeCents)} of it is the fee`;
}

function descriptionClause({ description }: TransactionFacts): string {
  return description === null || description === '' ? '' : ` (${description})`;
}

function senderClause({ fromAccount }: TransactionFacts): string {
  return fromAccount === null || fromAccount === '' ? '' : ` from ${fromAccount}`;
}

function arrivalClause(facts: TransactionFacts): string {
  return `arrived${senderClause(facts)}`;
}

function nounOf(kind: TransactionKind): string {
  return kind === 'credit' ? 'credit' : 'payment';
}
