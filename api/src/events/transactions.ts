import { formatUsd } from '@moniker/common/money.js';
import type { TransactionStatus } from '@moniker/common/transactions.js';
import type { CustomerTexts, TextsByType } from './event-texts.js';
import { describeIncoming, recipientOf, transactionMail } from './transaction-words.js';
import { capitalize, humanize } from './words.js';

const newMoney: CustomerTexts<'IncomingPaymentCreated' | 'CreditRecorded'> = {
  by: 'bank',
  describe: ({ status }, facts) => describeIncoming(facts, status),
  isNotified: ({ entries }) => entries.length > 0,
  mail: (payload, position) =>
    payload.entries.length > 0 ? transactionMail('money-received', payload, position) : null,
};

/** Transaction events, except status changes (`transaction-status-changed.ts`). */
export const TRANSACTIONS = {
  TransferRequested: {
    forAdmins: ({ amountCents, recipientId }, customer) =>
      `Held ${formatUsd(amountCents)} for ${customer}'s transfer${recipientId === undefined ? '' : TO_CUSTOMER}`,
    forCustomer: {
      by: 'customer',
      describe: ({ amountCents }, facts) => ({
        title: facts.isPlanned === true ? 'Scheduled transfer requested' : 'Transfer requested',
        text: `You ${facts.isPlanned === true ? 'scheduled a transfer of' : 'asked to send'} ${formatUsd(amountCents)} to ${recipientOf(facts)}. We put the amount on hold.`,
      }),
      isNotified: () => false,
      mail: (payload, position) => transactionMail('transfer-requested', payload, position),
    },
  },
  TransferCanceled: {
    forAdmins: ({ amountCents }, customer) =>
      `Canceled ${customer}'s ${formatUsd(amountCents)} transfer: hold released`,
    forCustomer: {
      by: 'customer',
      describe: ({ amountCents }, facts) => ({
        title: 'Transfer canceled',
        text: `You canceled your transfer to ${recipientOf(facts)}. ${formatUsd(amountCents)} is no longer on hold, and you won't be charged a fee.`,
      }),
      isNotified: () => false,
      mail: (payload, position) => transactionMail('transfer-canceled-by-customer', payload, position),
    },
  },
  IncomingPaymentCreated: {
    forAdmins: (payload, customer) => describeNewMoney('payment', payload, customer),
    forCustomer: newMoney,
  },
  CreditRecorded: {
    forAdmins: (payload, customer) => describeNewMoney('credit', payload, customer),
    forCustomer: newMoney,
  },
  TransactionAmended: {
    forAdmins({ notesDigest, shownAt }, customer) {
      const date = notesDigest === null ? 'date' : 'notes and date';
      return `Changed the ${shownAt === null ? 'notes' : date} of ${customer}'s transaction`;
    },
    forCustomer: {
      by: 'bank',
      describe: ({ shownAt }, _, formatDay) =>
        shownAt === null
          ? null
          : { title: 'Date changed', text: `We changed the date to ${formatDay(new Date(shownAt))}.` },
      isNotified: () => false,
      mail: null,
    },
  },
  BalanceAdjusted: {
    forAdmins: ({ fromCents, toCents }, customer) =>
      `Changed ${customer}'s balance from ${formatUsd(fromCents)} to ${formatUsd(toCents)}`,
    forCustomer: {
      by: 'bank',
      describe: ({ fromCents, toCents }) => ({
        title: 'Balance adjusted',
        text: `We changed your balance from ${formatUsd(fromCents)} to ${formatUsd(toCents)}.`,
      }),
      isNotified: ({ entries }) => entries.length > 0,
      // Customers are not emailed about balance edits (MAIL-2).
      mail: null,
    },
  },
} satisfies Partial<TextsByType>;

const TO_CUSTOMER = ' to another customer';

interface NewMoney {
  readonly amountCents: number;
  readonly status: TransactionStatus;
  readonly transferId?: string;
}

function describeNewMoney(
  noun: string,
  { amountCents, status, transferId }: NewMoney,
  customer: string,
): string {
  const money = `a ${noun} of ${formatUsd(amountCents)}${transferId === undefined ? '' : ' from another customer'}`;
  return status === 'completed'
    ? `Added ${money} to ${customer}'s account`
    : `Recorded ${money} for ${customer} with the status “${capitalize(humanize(status))}”; no money moved yet`;
}
