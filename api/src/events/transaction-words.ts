import { formatUsd } from '@moniker/common/money.js';
import type { TransactionKind, TransactionStatus } from '@moniker/common/transactions.js';
import { isolate } from '@moniker/common/typed-text.js';
import type { LedgerTemplateName } from '../outbox/mail-templates.js';
import type { MailRequest } from '../outbox/outbox.service.js';
import type { EventDescription, TransactionFacts } from './event-texts.js';

/** Describes a payment or credit that has arrived or is expected. */
export function describeIncoming(facts: TransactionFacts, status: TransactionStatus): EventDescription {
  const amount = formatUsd(facts.amountCents);
  const isIn = status === 'completed';
  if (facts.kind === 'credit') {
    return isIn
      ? {
          title: 'Credit added',
          text: `We added a credit of ${amount} to your account${originClause(facts)}.`,
        }
      : {
          title: 'Credit recorded',
          text: `We recorded a credit of ${amount}${originClause(facts)}.`,
        };
  }
  return isIn
    ? {
        title: 'Payment received',
        text: `${amount} arrived${originClause(facts)} and was added to your account.`,
      }
    : {
        title: 'Payment expected',
        text: `A payment of ${amount}${originClause(facts)} was on its way.`,
      };
}

/**
 * Returns the recipient for use in a sentence, without the final period in names such as “Bob L.”: the sentence may
 * end there.
 */
export function recipientOf({ recipientName }: TransactionFacts): string {
  return recipientName === null ? 'the recipient' : isolate(recipientName.replace(/\.$/, ''));
}

/** The noun for incoming money within a sentence. */
export function incomingNoun(kind: TransactionKind): string {
  return kind === 'credit' ? 'credit' : 'payment';
}

export function transactionMail(
  template: LedgerTemplateName,
  { transactionId, accountId }: { readonly transactionId: string; readonly accountId: string },
  position: number,
): MailRequest {
  return { template, userId: accountId, params: { transactionId, position: String(position) } };
}

/** Says where incoming money is from: a credit's description, or a payment's sender. Empty if that is unknown. */
export function originClause({ kind, description, fromAccount }: TransactionFacts): string {
  if (kind === 'credit')
    return description === null || description === '' ? '' : ` (${isolate(description)})`;
  return fromAccount === null || fromAccount === '' ? '' : ` from ${isolate(fromAccount)}`;
}
