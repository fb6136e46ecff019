import { BRAND, SUPPORT_EMAIL } from '../constants.js';
import type { Fact, Letter } from './letter.js';
import type { AccountRequestMatter, Matter, TransactionMatter } from './matter.js';

const NOT_YOU = `If it was not you, change your password now and write to ${SUPPORT_EMAIL}.`;

/** Mails about what an event of the log did for its customer. */
export const LEDGER_TEMPLATES = {
  'transfer-requested': (matter: Matter): Letter =>
    transferLetter(matter, `Your ${BRAND} transfer was requested`, {
      before:
        'You asked us to make this transfer. The amount is on hold until we have reviewed it, usually within one business day.',
      after: NOT_YOU,
    }),
  'transfer-completed': (matter: Matter): Letter =>
    transferLetter(matter, `Your ${BRAND} transfer is completed`, {
      before: 'We have carried out your transfer, and the amount has left your account.',
      after: NOT_YOU,
    }),
  'transfer-failed': (matter: Matter): Letter =>
    transferLetter(matter, `Your ${BRAND} transfer was not made`, {
      before: 'Your transfer was declined. Nothing left your account, and no fee was taken.',
      after: 'The amount is no longer on hold: it is yours to use again.',
    }),
  'transfer-cancelled': (matter: Matter): Letter =>
    transferLetter(matter, `Your ${BRAND} transfer was cancelled`, {
      before: 'Your transfer was cancelled. Nothing left your account, and no fee was taken.',
      after: 'The amount is no longer on hold: it is yours to use again.',
    }),
  'transfer-reversed': (matter: Matter): Letter =>
    transferLetter(matter, `Your ${BRAND} transfer was reversed`, {
      before: 'We have reversed a transfer that was completed.',
      after: 'The whole amount, with the fee, is back in your account.',
    }),
  'transfer-reopened': (matter: Matter): Letter =>
    transferLetter(matter, `Your ${BRAND} transfer is under review again`, {
      before: 'We have taken up your transfer again.',
      after: 'The amount is in your account, on hold, until we have reviewed it.',
    }),
  'money-received': (matter: Matter): Letter =>
    incomingLetter(matter, `You received money at ${BRAND}`, 'This amount was added to your account.'),
  'money-reversed': (matter: Matter): Letter =>
    incomingLetter(
      matter,
      `Money you received at ${BRAND} was taken back`,
      `We have reversed this payment, and the amount was taken out of your account. If you have questions, write to ${SUPPORT_EMAIL}.`,
    ),
  'account-approved': (matter: Matter): Letter => {
    const { lastDigits, href } = accountRequestOf(matter);
    const ending = lastDigits === null ? '' : ` Its number ends in ${lastDigits}.`;
    return {
      subject: `Your ${BRAND} checking account is approved`,
      before: [`Your checking account is ready.${ending}`],
      code: null,
      after: ['Sign in to see its numbers.'],
      link: { label: 'Open your dashboard', href },
    };
  },
  'account-rejected': (matter: Matter): Letter => {
    const { statusMessage, href } = accountRequestOf(matter);
    return {
      subject: `Your ${BRAND} checking account was not approved`,
      before: [
        'We could not approve your request for a checking account.',
        ...(statusMessage === null ? [] : [statusMessage]),
      ],
      code: null,
      after: ['You can sign in and submit a new application at any time.'],
      link: { label: 'Open your dashboard', href },
    };
  },
};

export type LedgerTemplateName = keyof typeof LEDGER_TEMPLATES;

function transferLetter(
  matter: Matter,
  subject: string,
  { before, after }: { before: string; after: string },
): Letter {
  const transaction = transactionOf(matter);
  const { recipientName, amount, fee, net, date, href } = transaction;
  return {
    subject,
    before: [before],
    code: null,
    facts: [
      ...known('Recipient', recipientName),
      ['Amount', amount],
      ['Fee', fee],
      ['Net amount', net],
      ['Date', date],
    ],
    after: [after],
    link: { label: 'See this transfer', href },
  };
}

function incomingLetter(matter: Matter, subject: string, before: string): Letter {
  const { fromAccount, description, amount, fee, net, date, href } = transactionOf(matter);
  return {
    subject,
    before: [before],
    code: null,
    facts: [
      ...known('From', fromAccount),
      ...known('Description', description),
      ['Amount', amount],
      ['Fee', fee],
      ['Net amount', net],
      ['Date', date],
    ],
    after: [],
    link: { label: 'See this transaction', href },
  };
}

function known(label: string, value: string | null): Fact[] {
  return value === null || value === '' ? [] : [[label, value]];
}

function transactionOf({ transaction }: Matter): TransactionMatter {
  if (transaction === null) throw new Error('the template needs a transaction and the mail has none');
  return transaction;
}

function accountRequestOf({ accountRequest }: Matter): AccountRequestMatter {
  if (accountRequest === null) throw new Error('the template needs an account request and the mail has none');
  return accountRequest;
}
