import { BRAND, SUPPORT_EMAIL } from '@moniker/common/brand.js';
import { isolate } from '@moniker/common/typed-text.js';
import type { LedgerTemplateName, TemplateName } from '../../outbox/mail-templates.js';
import { LEDGER_TEMPLATES } from './ledger-templates.js';
import { renderEmail, type EmailContent, type RenderedEmail } from './email-content.js';
import type { TemplateContext } from './template-context.js';

/** A template's input. */
export interface TemplateValues {
  /** Null if a stranger may have typed the name, or if it is not a valid name. */
  readonly firstName: string | null;
  readonly secret: string | null;
  /** What the email is about, such as a transaction or an account request. */
  readonly context: TemplateContext;
}

const NOT_YOU = `If this wasn’t you, ignore this email. Nobody at ${BRAND} will ever ask you for this code.`;

const TEMPLATES = {
  'verify-email': ({ secret }): EmailContent => ({
    subject: `Your ${BRAND} verification code`,
    intro: ['Welcome! Enter this code to verify your email address:'],
    code: required(secret),
    outro: ['It’s valid for 10 minutes.', NOT_YOU],
  }),
  /** Anyone may have registered with the address, so the email contains nothing that they typed (MAIL-10). */
  'verify-registration': ({ secret }): EmailContent => ({
    subject: `Your ${BRAND} verification code`,
    intro: ['Enter this code to finish signing up:'],
    code: required(secret),
    outro: [
      'It’s valid for 10 minutes. If you switch browsers, sign in there with your password first.',
      NOT_YOU,
    ],
  }),
  'reset-password': ({ secret }): EmailContent => ({
    subject: `Your ${BRAND} password reset code`,
    intro: ['Enter this code to choose a new password:'],
    code: required(secret),
    outro: ['It’s valid for 10 minutes. Your password stays the same until you choose a new one.', NOT_YOU],
  }),
  'change-password': ({ secret }): EmailContent => ({
    subject: `Your ${BRAND} password change code`,
    intro: ['Enter this code in Settings to change your password:'],
    code: required(secret),
    outro: [
      'It’s valid for 10 minutes.',
      `If this wasn’t you, someone else is signed in to your account. Change your password and write to ${SUPPORT_EMAIL}.`,
    ],
  }),
  'password-changed': (): EmailContent => passwordMail('We signed you out everywhere else.'),
  /** A reset ends all sessions and starts none (AUTH-14). */
  'password-was-reset': (): EmailContent => passwordMail('We signed you out everywhere.'),
  'passkey-added': (): EmailContent => factorMail('A passkey was added to', 'A passkey was just added.'),
  'passkey-removed': (): EmailContent =>
    factorMail('A passkey was removed from', 'A passkey was just removed.'),
  'authenticator-app-added': (): EmailContent =>
    factorMail('An authenticator app was added to', 'An authenticator app was just added.'),
  'authenticator-app-removed': (): EmailContent =>
    factorMail('The authenticator app was removed from', 'The authenticator app was just removed.'),
  'recovery-codes-renewed': (): EmailContent =>
    factorMail(
      'New recovery codes for',
      'New recovery codes were just created. The old ones no longer work.',
    ),
  'recovery-code-used': (): EmailContent =>
    factorMail(
      'A recovery code was used for',
      'One of your recovery codes was just used. It no longer works.',
    ),
  'factors-reset': (): EmailContent =>
    factorMail(
      'Second factors were removed from',
      `We removed your passkeys, authenticator app and recovery codes, and signed you out everywhere.`,
    ),
  'new-device': ({ secret, context }): EmailContent => {
    const { browser, date, href } = required(context.signIn);
    return {
      subject: `New sign-in to your ${BRAND} account`,
      intro: ['Someone just signed in to your account from a browser we don’t recognize.'],
      code: null,
      details: [
        ['Browser', browser],
        ['Time', date],
      ],
      outro: [
        'If this was you, you’re all set. If not, lock your account now. The link works once and expires in seven days.',
      ],
      link: { label: 'This wasn’t me', href: `${href}#${required(secret)}` },
    };
  },
  'wrong-passwords': (): EmailContent => wrongTriesMail('passwords'),
  'wrong-codes': (): EmailContent => wrongTriesMail('codes or passkeys'),
  'wrong-emailed-codes': (): EmailContent => wrongTriesMail('emailed codes'),
  'account-frozen': (): EmailContent =>
    freezeMail('You can’t sign in or send money until we unfreeze your account.'),
  'account-frozen-for-sending': (): EmailContent =>
    freezeMail(
      'You can sign in again, but you can’t send or ask for money until we unfreeze it. Payments to you still arrive.',
    ),
  'account-locked': (): EmailContent => ({
    subject: `Your ${BRAND} account is locked`,
    intro: [
      'You told us a sign-in wasn’t you. We’ve frozen your account and signed you out everywhere. Nobody can sign in or send money.',
    ],
    code: null,
    outro: [
      `Your money stays in your account. To unlock it, write to ${SUPPORT_EMAIL}.`,
      'Someone may know your password. Choose a new one with “Forgot password?”, and change it anywhere else you use it.',
    ],
  }),
  'account-unfrozen': (): EmailContent => ({
    subject: `Your ${BRAND} account is no longer frozen`,
    intro: ['We’ve lifted the freeze on your account.'],
    code: null,
    outro: ['Thank you for your patience.'],
  }),
  'kyc-approved': (): EmailContent => ({
    subject: `Your ${BRAND} identity verification is complete`,
    intro: ['We’ve verified your identity.'],
    code: null,
    outro: ['Sign in to check the status of your application.'],
  }),
  'kyc-rejected': ({ secret, context: { documents } }): EmailContent => {
    const [these, them] = documents.length === 1 ? ['this document', 'it'] : ['these documents', 'them'];
    const isPartial = documents.length > 0;
    return {
      subject: `We couldn’t verify your identity for ${BRAND}`,
      intro: [
        'We couldn’t verify your identity. The reason:',
        isolate(required(secret)),
        ...(isPartial ? [`We need ${these} again: ${documents.join('; ')}.`] : []),
      ],
      code: null,
      outro: [
        isPartial
          ? `Sign in to send ${them}. We’ve kept the rest of your application.`
          : 'To try again, sign in and submit a new application with the correct information.',
      ],
    };
  },
  'money-requested': ({ secret }): EmailContent => ({
    subject: `You have a request for money on ${BRAND}`,
    intro: [isolate(required(secret))],
    code: null,
    outro: [
      'Sign in to see what it’s for, and to pay or decline it. We review every payment before it leaves.',
    ],
  }),
  'money-request-declined': ({ secret }): EmailContent => ({
    subject: `Your ${BRAND} request for money was declined`,
    intro: [isolate(required(secret))],
    code: null,
    outro: ['Nothing was paid.'],
  }),
  'team-changed': ({ secret }): EmailContent => ({
    subject: `${BRAND} admin access changed`,
    intro: ['Access to the admin panel has changed:', required(secret)],
    code: null,
    outro: [
      'If this isn’t right, go to the Team tab, disable the access of the admin who did it, and check the Event History tab.',
      'If the email names you but you didn’t do it, change your password now and ask another owner to check.',
      `If you can’t open the admin panel, ask another owner or write to ${SUPPORT_EMAIL}.`,
    ],
  }),
  'admin-locked': ({ secret }): EmailContent => ({
    subject: `A ${BRAND} admin locked their account`,
    intro: ['Someone may have signed in with an admin’s password:', required(secret)],
    code: null,
    outro: [
      'Check this admin’s recent actions in the Event History tab, and make sure that the admin really took them.',
      'Only an owner can unfreeze the account. Talk to the admin first, but not by email.',
    ],
  }),
  'test-mail': ({ secret }): EmailContent => ({
    subject: `${BRAND} test email`,
    intro: ['This email shows that our mail reaches you. Our codes look like this one:'],
    code: required(secret),
    outro: ['An admin sent this test. You can ignore it. The code doesn’t do anything.'],
  }),
} satisfies Record<Exclude<TemplateName, LedgerTemplateName>, (values: TemplateValues) => EmailContent>;

/** The email about a new password (AUTH-14, AUTH-15). */
function passwordMail(effect: string): EmailContent {
  return {
    subject: `Your ${BRAND} password was changed`,
    intro: [`Your password was just changed. ${effect}`],
    code: null,
    outro: [
      `If this was you, you’re all set. If not, reset your password now and write to ${SUPPORT_EMAIL}.`,
    ],
  };
}

/** The email about a change to second factors (AUTH-58). */
function factorMail(subject: string, happened: string): EmailContent {
  return {
    subject: `${subject} your ${BRAND} account`,
    intro: [happened],
    code: null,
    outro: [
      `If this was you, you’re all set. If not, change your password now and write to ${SUPPORT_EMAIL}.`,
    ],
  };
}

/** The email about a freeze by an admin (ADM-61). */
function freezeMail(effect: string): EmailContent {
  return {
    subject: `Your ${BRAND} account is frozen`,
    intro: [`We’ve frozen your account and signed you out everywhere. ${effect}`],
    code: null,
    outro: [`Your money stays in your account. If you have questions, write to ${SUPPORT_EMAIL}.`],
  };
}

/** The email about too many wrong attempts (AUTH-75). */
function wrongTriesMail(tried: string): EmailContent {
  return {
    subject: `Too many wrong ${tried} for your ${BRAND} account`,
    intro: [
      `Someone tried too many wrong ${tried} on your account. We’ve limited further attempts and signed out the browser they used if it was signed in.`,
    ],
    code: null,
    outro: [
      `If this was you, sign in again; you may have to wait a few minutes first. If not, change your password now and write to ${SUPPORT_EMAIL}.`,
    ],
  };
}

/** Renders an email's subject, HTML part and text part (MAIL-1). */
export function renderTemplate(name: TemplateName, values: TemplateValues): RenderedEmail {
  const content = isLedgerTemplate(name) ? LEDGER_TEMPLATES[name](values.context) : TEMPLATES[name](values);
  return renderEmail(content, values.firstName);
}

function isLedgerTemplate(name: TemplateName): name is LedgerTemplateName {
  return Object.hasOwn(LEDGER_TEMPLATES, name);
}

function required<Value>(value: Value | null): Value {
  if (value === null) throw new Error('the template needs a value that the email does not have');
  return value;
}
