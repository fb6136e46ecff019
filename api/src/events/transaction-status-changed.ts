import { formatUsd } from '@moniker/common/money.js';
import {
  type BalanceEffect,
  balanceEffectOf,
  isVoidStatus,
  type TransactionKind,
  type TransactionStatus,
} from '@moniker/common/transactions.js';
import { isolate } from '@moniker/common/typed-text.js';
import type { PayloadOf } from '../ledger/domain/events.js';
import type { LedgerTemplateName } from '../outbox/mail-templates.js';
import type { EventDescription, EventTexts, TransactionFacts } from './event-texts.js';
import {
  describeIncoming,
  incomingNoun,
  originClause,
  recipientOf,
  transactionMail,
} from './transaction-words.js';
import { statusWord } from './words.js';

type StatusChange = PayloadOf<'TransactionStatusChanged'>;

export const TransactionStatusChanged: EventTexts<'TransactionStatusChanged'> = {
  forAdmins(change, customer) {
    const { kind, from, to, amountCents, transferId } = change;
    const subject = `Moved ${customer}'s ${formatUsd(amountCents)} ${NOUNS[kind]}`;
    return `${subject} from ${statusWord(from)} to ${statusWord(to)}: ${describeEffect(change)}${transferId === undefined ? '' : transferClause(to)}`;
  },
  forCustomer: {
    by: 'bank',
    describe: (change, facts) =>
      facts.kind === 'transfer'
        ? describeTransferChange(change, facts)
        : describeIncomingChange(change, facts),
    // Incoming payments that end before they arrive cause no notice, because the customer never saw them.
    isNotified: ({ kind, to, entries, holdCents }) =>
      entries.length > 0 || holdCents !== 0 || (kind !== 'incoming_payment' && isVoidStatus(to)),
    mail(change, position) {
      const template = mailTemplate(change);
      return template === null ? null : transactionMail(template, change, position);
    },
  },
};

/**
 * The end of the text about a payment from another customer's transfer. Such a payment changes only when the transfer is
 * completed or reversed (TRF-67).
 */
function transferClause(to: TransactionStatus): string {
  return `, because the sender's transfer was ${to === 'completed' ? 'completed' : 'reversed'}`;
}

const NOUNS: Readonly<Record<TransactionKind, string>> = {
  transfer: 'transfer',
  incoming_payment: 'payment',
  credit: 'credit',
  adjustment: 'balance adjustment',
};

/** Describes what a status change does to the customer's money: what is released, reversed, posted or held (TRF-14). */
function describeEffect({ kind, from, to }: StatusChange): string {
  const before = balanceEffectOf(kind, from);
  const after = balanceEffectOf(kind, to);
  if (before === after) return after === 'holds' ? 'still on hold' : 'no money moved';
  const isOut = kind === 'transfer';
  const released = before === 'holds' ? 'hold released' : null;
  const reversed = before === 'posts' ? (isOut ? 'payment reversed' : 'money taken back') : null;
  const posted = after === 'posts' ? (isOut ? 'money left the account' : 'money added') : null;
  const held = after === 'holds' ? 'amount put back on hold' : null;
  return [released, reversed, posted, held].filter((part) => part !== null).join(', ');
}

/** Returns the email's template, or null if both statuses have the same balance effect. */
function mailTemplate({ kind, from, to }: StatusChange): LedgerTemplateName | null {
  const [before, after] = [balanceEffectOf(kind, from), balanceEffectOf(kind, to)];
  if (before === after) return null;
  if (kind !== 'transfer') return after === 'posts' ? 'money-received' : 'money-reversed';
  switch (after) {
    case 'posts':
      return 'transfer-completed';
    case 'holds':
      return 'transfer-reopened';
    case 'nothing':
      if (before === 'posts') return 'transfer-reversed';
      return to === 'cancelled' ? 'transfer-cancelled' : 'transfer-failed';
  }
}

function describeTransferChange(
  { from, to, amountCents }: StatusChange,
  facts: TransactionFacts,
): EventDescription {
  const amount = formatUsd(amountCents);
  const transfer = `your transfer to ${recipientOf(facts)}`;
  const before = balanceEffectOf('transfer', from);
  switch (balanceEffectOf('transfer', to)) {
    case 'posts':
      return {
        title: 'Transfer completed',
        text: `We approved ${transfer}. ${amount} left your account${feeClause(facts)}.`,
      };
    case 'holds':
      if (before === 'posts') {
        return {
          title: 'Transfer reversed',
          text: `We reversed ${transfer} to review it again. ${amount} went back to your account, on hold.`,
        };
      }
      return before === 'holds'
        ? {
            title: STAGE_TITLES[to],
            text: `We ${STAGE_VERBS[to]} ${transfer}. The amount stayed on hold.`,
          }
        : { title: 'Transfer reopened', text: `We resumed ${transfer} and put ${amount} on hold.` };
    case 'nothing':
      return describeTransferEnd(to, before, amount, transfer, facts);
  }
}

function describeTransferEnd(
  to: TransactionStatus,
  before: BalanceEffect,
  amount: string,
  transfer: string,
  facts: TransactionFacts,
): EventDescription {
  const [verb, title] =
    to === 'cancelled' ? ['canceled', 'Transfer canceled'] : ['declined', 'Transfer declined'];
  switch (before) {
    case 'posts':
      return {
        title: 'Transfer reversed',
        text: `We reversed ${transfer}. ${amount} is back in your account${feeClause(facts)}.${reasonClause(facts)}`,
      };
    case 'holds':
      return {
        title,
        text: `We ${verb} ${transfer}. ${amount} is no longer on hold, and you won't be charged a fee.${reasonClause(facts)}`,
      };
    case 'nothing':
      return { title, text: `We marked ${transfer} as ${verb}. No money moved.${reasonClause(facts)}` };
  }
}

function describeIncomingChange(
  { from, to, amountCents }: StatusChange,
  facts: TransactionFacts,
): EventDescription {
  const amount = formatUsd(amountCents);
  const noun = incomingNoun(facts.kind);
  const Noun = facts.kind === 'credit' ? 'Credit' : 'Payment';
  if (to === 'completed') return describeIncoming({ ...facts, amountCents }, to);
  if (from === 'completed') {
    return {
      title: `${Noun} reversed`,
      text: `We reversed the ${amount} ${noun}${originClause(facts)} and took the money out of your account.`,
    };
  }
  switch (to) {
    case 'failed':
      return { title: `${Noun} failed`, text: `The ${noun} of ${amount} failed. No money moved.` };
    case 'cancelled':
      return { title: `${Noun} canceled`, text: `The ${noun} of ${amount} was canceled. No money moved.` };
    case 'pending':
    case 'processing':
    case 'initiated':
    case 'in_review':
      return {
        title: STAGE_TITLES[to],
        text: `We ${STAGE_VERBS[to]} the ${noun}.`,
      };
  }
}

/** Titles for undecided statuses; the others are described by their balance effect. */
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
  pending: 'scheduled a review of',
  initiated: 'initiated',
  in_review: 'started reviewing',
  processing: 'started processing',
  completed: 'completed',
  failed: 'declined',
  cancelled: 'canceled',
};

function feeClause({ feeCents }: TransactionFacts): string {
  return feeCents === 0 ? '' : `, including the ${formatUsd(feeCents)} fee`;
}

function reasonClause({ customerReason }: TransactionFacts): string {
  return customerReason === null ? '' : ` Reason: ${isolate(customerReason)}`;
}
