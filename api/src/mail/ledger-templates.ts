import { BRAND, SUPPORT_EMAIL } from '../constants.js';
import type { EmailDetail, EmailContent } from './email-content.js';
import type { AccountRequestContext, TemplateContext, TransactionContext } from './template-context.js';

const NOT_YOU = `If it was not you, change your password now and write to ${SUPPORT_EMAIL}.`;

/** Mails about what an event of the log did for its customer. */
export const LEDGER_TEMPLATES = {
  'transfer-requested': (matter: TemplateContext): EmailContent =>
    transferEmail(matter, `Your ${BRAND} transfer was requested`, {
      before:
        'You asked us to make this transfer. The amount is on hold until we have reviewed it, usually within one business day.',
      after: NOT_YOU,
    }),
  'transfer-completed': (matter: TemplateContext): EmailContent =>
    transferEmail(matter, `Your ${BRAND} transfer is completed`, {
      before: 'We have carried out your transfer, and the amount has left your account.',
      after: NOT_YOU,
    }),
  'transfer-failed': (matter: TemplateContext): EmailContent =>
    transferEmail(matter, `Your ${BRAND} transfer was not made`, {
      before: 'Your transfer was declined. Nothing left your account, and no fee was taken.',
      after: 'The amount is no longer on hold: it is yours to use again.',
    }),
  'transfer-cancelled': (matter: TemplateContext): EmailContent =>
    transferEmail(matter, `Your ${BRAND} transfer was cancelled`, {
      before: 'Your transfer was cancelled. Nothing left your account, and no fee was taken.',
      after: 'The amount is no longer on hold: it is yours to use again.',
    }),
  'transfer-reversed': (matter: TemplateContext): EmailContent =>
    transferEmail(matter, `Your ${BRAND} transfer was reversed`, {
      before: 'We have reversed a transfer that was completed.',
      after: 'The whole amount, with the fee, is back in your account.',
    }),
  'transfer-reopened': (matter: TemplateContext): EmailContent =>
    transferEmail(matter, `Your ${BRAND} transfer is under review again`, {
      before: 'We have taken up your transfer again.',
      after: 'The amount is in your account, on hold, until we have reviewed it.',
    }),
  'money-received': (matter: TemplateContext): EmailContent =>
    incomingEmail(matter, `You received money at ${BRAND}`, 'This amount was added to your account.'),
  'money-reversed': (matter: TemplateContext): EmailContent =>
    incomingEmail(
      matter,
      `Money you received at ${BRAND} was taken back`,
      `We have reversed this payment, and the amount was taken out of your account. If you have questions, write to ${SUPPORT_EMAIL}.`,
    ),
  'account-approved': (matter: TemplateContext): EmailContent => {
    const { lastDigits, href } = accountRequestOf(matter);
    const ending = lastDigits === null ? '' : ` Its number ends in ${lastDigits}.`;
    return {
      subject: `Your ${BRAND} checking account is approved`,
      intro: [`Your checking account is ready.${ending}`],
      code: null,
      outro: ['Sign in to see its numbers.'],
      link: { label: 'Open your dashboard', href },
    };
  },
  'account-rejected': (matter: TemplateContext): EmailContent => {
    const { statusMessage, href } = accountRequestOf(matter);
    return {
      subject: `Your ${BRAND} checking account was not approved`,
      intro: [
        'We could not approve your request for a checking account.',
        ...(statusMessage === null ? [] : [statusMessage]),
      ],
      code: null,
      outro: ['You can sign in and submit a new application at any time.'],
      link: { label: 'Open your dashboard', href },
    };
  },
};

export type LedgerTemplateName = keyof typeof LEDGER_TEMPLATES;

function transferEmail(
  matter: TemplateContext,
  subject: string,
  { before, after }: { before: string; after: string },
): EmailContent {
  const transaction = transactionOf(matter);
  const { recipientName, amount, fee, net, date, href } = transaction;
  return {
    subject,
    intro: [before],
    code: null,
    details: [
      ...detailIfKnown('Recipient', recipientName),
      ['Amount', amount],
      ['Fee', fee],
      ['Net amount', net],
      ['Date', date],
    ],
    outro: [after],
    link: { label: 'See this transfer', href },
  };
}

function incomingEmail(matter: TemplateContext, subject: string, before: string): EmailContent {
  const { fromAccount, description, amount, fee, net, date, href } = transactionOf(matter);
  return {
    subject,
    intro: [before],
    code: null,
    details: [
      ...detailIfKnown('From', fromAccount),
      ...detailIfKnown('Description', description),
      ['Amount', amount],
      ['Fee', fee],
      ['Net amount', net],
      ['Date', date],
    ],
    outro: [],
    link: { label: 'See this transaction', href },
  };
}

function detailIfKnown(label: string, value: string | null): EmailDetail[] {
  return value === null || value === '' ? [] : [[label, value]];
}

function transactionOf({ transaction }: TemplateContext): TransactionContext {
  if (transaction === null) throw new Error('the template needs a transaction and the mail has none');
  return transaction;
}

function accountRequestOf({ accountRequest }: TemplateContext): AccountRequestContext {
  if (accountRequest === null) throw new Error('the template needs an account request and the mail has none');
  return accountRequest;
}
