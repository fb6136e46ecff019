import { BRAND, SUPPORT_EMAIL } from '@moniker/common/brand.js';
import { formatUsd } from '@moniker/common/money.js';
import { isolate } from '@moniker/common/typed-text.js';
import type { LedgerTemplateName } from '../../outbox/mail-templates.js';
import type { EmailDetail, EmailContent } from './email-content.js';
import type {
  AccountRequestContext,
  PlanContext,
  TemplateContext,
  TransactionContext,
} from './template-context.js';

const ASK_WHY = `If you’d like to know why, write to ${SUPPORT_EMAIL}.`;
const NOT_YOU = `If this wasn’t you, change your password now and write to ${SUPPORT_EMAIL}.`;

/** Templates for the emails triggered by ledger events (MAIL-2). */
export const LEDGER_TEMPLATES: Readonly<
  Record<LedgerTemplateName, (context: TemplateContext) => EmailContent>
> = {
  'transfer-requested': (context: TemplateContext): EmailContent =>
    transferEmail(context, `You requested a ${BRAND} transfer of ${amountOf(context)}`, {
      intro: `${context.transaction?.isPlanned === true ? 'You scheduled this transfer.' : 'You asked us to make this transfer.'} The amount is on hold until we’ve reviewed the transfer, usually within one business day.`,
      outro: NOT_YOU,
    }),
  'transfer-completed': (context: TemplateContext): EmailContent =>
    transferEmail(context, `Your ${amountOf(context)} ${BRAND} transfer is complete`, {
      intro: 'We’ve sent your transfer, and the amount has left your account.',
      outro: NOT_YOU,
    }),
  'transfer-failed': (context: TemplateContext): EmailContent =>
    transferEmail(context, `Your ${amountOf(context)} ${BRAND} transfer was declined`, {
      intro: 'We declined your transfer. You keep the full amount and don’t pay a fee.',
      saysWhy: true,
      outro: 'The money is back in your available balance.',
      isCharged: false,
    }),
  'transfer-cancelled': (context: TemplateContext): EmailContent =>
    transferEmail(context, `Your ${amountOf(context)} ${BRAND} transfer was canceled`, {
      intro: 'We canceled your transfer. You keep the full amount and don’t pay a fee.',
      outro: 'The money is back in your available balance.',
      isCharged: false,
    }),
  'transfer-canceled-by-customer': (context: TemplateContext): EmailContent =>
    transferEmail(context, `You canceled your ${amountOf(context)} ${BRAND} transfer`, {
      intro:
        'You canceled this transfer. You keep the full amount and don’t pay a fee. You can’t resume the transfer.',
      outro: `The money is back in your available balance. ${NOT_YOU}`,
      isCharged: false,
    }),
  'transfer-reversed': (context: TemplateContext): EmailContent =>
    transferEmail(context, `Your ${amountOf(context)} ${BRAND} transfer was reversed`, {
      intro: 'We’ve reversed your completed transfer.',
      saysWhy: true,
      outro: 'The full amount, including the fee, is back in your account.',
      isCharged: false,
      isRefunded: true,
    }),
  'transfer-reopened': (context: TemplateContext): EmailContent =>
    transferEmail(context, `Your ${amountOf(context)} ${BRAND} transfer is under review again`, {
      intro: 'We’re reviewing your transfer again.',
      outro: 'The amount is in your account, on hold until we’ve reviewed the transfer.',
    }),
  'money-received': (context: TemplateContext): EmailContent =>
    incomingEmail(
      context,
      `You received ${amountOf(context)} in your ${BRAND} account`,
      'We’ve added this amount to your account.',
    ),
  'money-reversed': (context: TemplateContext): EmailContent =>
    incomingEmail(
      context,
      `A payment of ${amountOf(context)} to your ${BRAND} account was reversed`,
      `We’ve reversed this payment and taken the amount out of your account. If you have questions, write to ${SUPPORT_EMAIL}.`,
    ),
  'account-approved': (context: TemplateContext): EmailContent => {
    const { lastDigits, href } = accountRequestOf(context);
    const ending = lastDigits === null ? '' : ` Its number ends in ${lastDigits}.`;
    return {
      subject: `Your ${BRAND} checking account is approved`,
      intro: [`Your checking account is ready.${ending}`],
      code: null,
      outro: ['Sign in to see your account and routing numbers.'],
      link: { label: 'Open your dashboard', href },
    };
  },
  'account-rejected': (context: TemplateContext): EmailContent => {
    const { statusMessage, wasApproved, href } = accountRequestOf(context);
    return {
      subject: `Your ${BRAND} checking account ${wasApproved ? 'is no longer' : 'wasn’t'} approved`,
      intro: [
        wasApproved
          ? 'We’ve withdrawn our approval of your checking account. Its number no longer works, and you can’t send money.'
          : 'We couldn’t approve your request for a checking account.',
        ...(statusMessage === null ? [] : ['Our message:', isolate(statusMessage)]),
      ],
      code: null,
      outro: ['To try again, sign in and submit a new application.'],
      link: { label: 'Open your dashboard', href },
    };
  },
  'plan-made': (context: TemplateContext): EmailContent =>
    planEmail(
      context,
      ({ amount, replacesPlan }) =>
        replacesPlan
          ? `Your scheduled ${BRAND} transfer was changed`
          : `Your ${amount} ${BRAND} transfer is scheduled`,
      [NOT_YOU],
    ),
  'planned-transfer-not-made': (context: TemplateContext): EmailContent =>
    planEmail(context, () => `Your scheduled ${BRAND} transfer wasn’t made`, []),
};

function planEmail(
  { plan }: TemplateContext,
  subjectOf: (plan: PlanContext) => string,
  outro: readonly string[],
): EmailContent {
  if (plan === null) throw new Error('this template is only for emails about a plan');
  const { text, recipientName, amount, href } = plan;
  return {
    subject: subjectOf(plan),
    intro: [text.replaceAll("'", '’')],
    code: null,
    details: [...detailIfKnown('Recipient', recipientName), ['Amount', amount]],
    outro,
    link: { label: 'Open your dashboard', href },
  };
}

/**
 * Renders an email about a transfer (MAIL-2). If the sender is not charged, the email shows a fee of zero and leaves
 * out the net amount, because the recipient gets nothing. If the fee was refunded, the email leaves out the fee as
 * well.
 */
function transferEmail(
  context: TemplateContext,
  subject: string,
  {
    intro,
    outro,
    isCharged = true,
    isRefunded = false,
    saysWhy = false,
  }: { intro: string; outro: string; isCharged?: boolean; isRefunded?: boolean; saysWhy?: boolean },
): EmailContent {
  const { recipientName, amount, fee, net, date, href, customerReason } = transactionOf(context);
  return {
    subject,
    intro: [
      intro,
      ...(saysWhy ? (customerReason === null ? [ASK_WHY] : ['The reason:', isolate(customerReason)]) : []),
    ],
    code: null,
    details: [
      ...detailIfKnown('Recipient', recipientName),
      ['Amount', amount],
      ...detailIfKnown('Fee', isRefunded ? null : isCharged ? fee : formatUsd(0)),
      ...detailIfKnown('Net amount', isCharged ? net : null),
      ['Date', date],
    ],
    outro: [outro],
    link: { label: 'See this transfer', href },
  };
}

function incomingEmail(context: TemplateContext, subject: string, intro: string): EmailContent {
  const { fromAccount, description, paymentFor, amount, date, href } = transactionOf(context);
  return {
    subject,
    intro: [intro],
    code: null,
    details: [
      ...detailIfKnown('From', fromAccount),
      ...detailIfKnown('Description', description),
      ...detailIfKnown('Payment for', paymentFor),
      ['Amount', amount],
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
  if (transaction === null) throw new Error('this template is only for emails about a transaction');
  return transaction;
}

function amountOf(context: TemplateContext): string {
  return transactionOf(context).amount;
}

function accountRequestOf({ accountRequest }: TemplateContext): AccountRequestContext {
  if (accountRequest === null) throw new Error('this template is only for emails about an account request');
  return accountRequest;
}
