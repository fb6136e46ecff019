import { BRAND, SUPPORT_EMAIL } from '@moniker/common/brand.js';
import { isolate } from '@moniker/common/typed-text.js';
import type { LedgerTemplateName, TemplateName } from '../../outbox/mail-templates.js';
import { LEDGER_TEMPLATES } from './ledger-templates.js';
import { renderEmail, type EmailContent, type RenderedEmail } from './email-content.js';
import type { TemplateContext } from './template-context.js';

/** The input of a template. */
export interface TemplateValues {
  /** Null if nobody has confirmed it, or the recipient is not known by name. */
  readonly firstName: string | null;
  readonly secret: string | null;
  /** The transaction or account request that the mail is about. */
  readonly context: TemplateContext;
}

const NOT_YOU = `If it was not you, you can ignore this mail. Nobody at ${BRAND} will ever ask you for this code.`;

const TEMPLATES = {
  'verify-email': ({ secret }): EmailContent => ({
    subject: `Your ${BRAND} verification code`,
    intro: ['Welcome! Enter this code to verify your email address:'],
    code: required(secret),
    outro: ['It is valid for 10 minutes.', NOT_YOU],
  }),
  /** Anybody may have registered with the address, so the mail contains nothing that they typed (MAIL-10). */
  'verify-registration': ({ secret }): EmailContent => ({
    subject: `Your ${BRAND} verification code`,
    intro: ['If it was you who registered with it, enter this code to verify your email address:'],
    code: required(secret),
    outro: ['It is valid for 10 minutes, in the browser that registered.', NOT_YOU],
  }),
  'reset-password': ({ secret }): EmailContent => ({
    subject: `Your ${BRAND} password reset code`,
    intro: ['Enter this code to choose a new password:'],
    code: required(secret),
    outro: ['It is valid for 10 minutes. Your password stays as it is until then.', NOT_YOU],
  }),
  'change-password': ({ secret }): EmailContent => ({
    subject: `Your ${BRAND} code to change your password`,
    intro: ['Enter this code in Settings to change your password:'],
    code: required(secret),
    outro: [
      'It is valid for 10 minutes.',
      `If it was not you, somebody is signed in as you: change your password and write to ${SUPPORT_EMAIL}.`,
    ],
  }),
  'password-changed': (): EmailContent => ({
    subject: `Your ${BRAND} password was changed`,
    intro: ['Your password was just changed, and every other session was signed out.'],
    code: null,
    outro: [
      `If it was you, there is nothing to do. If it was not, reset your password now and write to ${SUPPORT_EMAIL}.`,
    ],
  }),
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
      'The second factors were removed from',
      `${BRAND} has removed your passkeys, your authenticator app and your recovery codes, and signed you out everywhere.`,
    ),
  'new-device': ({ secret, context }): EmailContent => {
    const { browser, date, href } = required(context.signIn);
    return {
      subject: `A new sign-in to your ${BRAND} account`,
      intro: ['Somebody just signed in to your account in a browser that we do not know.'],
      code: null,
      details: [
        ['Browser', browser],
        ['Time', date],
      ],
      outro: [
        'If it was you, there is nothing to do. If it was not, lock your account now. The link works once, for seven days.',
      ],
      link: { label: 'This wasn’t me', href: `${href}#${required(secret)}` },
    };
  },
  'wrong-passwords': (): EmailContent => wrongTriesMail('passwords'),
  'wrong-codes': (): EmailContent => wrongTriesMail('codes or passkeys'),
  'wrong-emailed-codes': (): EmailContent => wrongTriesMail('emailed codes'),
  'account-frozen': (): EmailContent => ({
    subject: `Your ${BRAND} account is frozen`,
    intro: ['We have frozen your account and signed you out everywhere. No money can be sent from it.'],
    code: null,
    outro: [`Your money stays where it is. Please write to ${SUPPORT_EMAIL}.`],
  }),
  'account-locked': (): EmailContent => ({
    subject: `Your ${BRAND} account is locked`,
    intro: [
      'You told us that a sign-in was not you. We have frozen your account and signed you out everywhere. Nobody can sign in or send money.',
    ],
    code: null,
    outro: [
      `Your money stays where it is. To open your account again, write to ${SUPPORT_EMAIL}.`,
      'Somebody may know your password. Choose a new one with “Forgot password?”, and change it wherever else you use it.',
    ],
  }),
  'account-unfrozen': (): EmailContent => ({
    subject: `Your ${BRAND} account is no longer frozen`,
    intro: ['You can sign in and send money again.'],
    code: null,
    outro: ['Thank you for your patience.'],
  }),
  'kyc-approved': (): EmailContent => ({
    subject: `Your ${BRAND} identity verification is approved`,
    intro: ['Thank you: we have verified your identity.'],
    code: null,
    outro: ['Sign in to see how your application for a checking account is getting on.'],
  }),
  'kyc-rejected': ({ secret, context: { documents } }): EmailContent => ({
    subject: `Your ${BRAND} identity verification was not approved`,
    intro: [
      'We could not verify your identity. The reason:',
      isolate(required(secret)),
      ...(documents.length === 0 ? [] : [`We need these documents again: ${documents.join('; ')}.`]),
    ],
    code: null,
    outro: ['You can sign in and submit a new application with correct information at any time.'],
  }),
  'team-changed': ({ secret }): EmailContent => ({
    subject: `The team of ${BRAND} has changed`,
    intro: ['Somebody changed who may use the admin panel:', required(secret)],
    code: null,
    outro: [
      'If this is not right, disable the admin who did it on the page “Team” and look at the Event History.',
    ],
  }),
  'admin-locked': ({ secret }): EmailContent => ({
    subject: `An admin of ${BRAND} has locked their account`,
    intro: ['Somebody may have signed in with the password of an admin:', required(secret)],
    code: null,
    outro: [
      'Everything that this admin did lately is in the Event History. Check that it was theirs.',
      'Only an owner can unfreeze the account. Speak to the admin before you do, and not by mail.',
    ],
  }),
  'test-mail': ({ secret }): EmailContent => ({
    subject: `A test mail of ${BRAND}`,
    intro: ['This mail shows that our mail reaches you. The codes that we send look like this one:'],
    code: required(secret),
    outro: ['An admin sent it by hand. This code opens nothing, and there is nothing to do.'],
  }),
} satisfies Record<Exclude<TemplateName, LedgerTemplateName>, (values: TemplateValues) => EmailContent>;

/** The mail about a change of second factors (AUTH-58). */
function factorMail(subject: string, happened: string): EmailContent {
  return {
    subject: `${subject} your ${BRAND} account`,
    intro: [happened],
    code: null,
    outro: [
      `If it was you, there is nothing to do. If it was not, change your password now and write to ${SUPPORT_EMAIL}.`,
    ],
  };
}

/** The mail about tries that have reached a limit (AUTH-75). */
function wrongTriesMail(tried: string): EmailContent {
  return {
    subject: `Too many wrong ${tried} for your ${BRAND} account`,
    intro: [
      `Someone entered too many wrong ${tried} for your account. We’re refusing further tries for now, and we signed out the browser if it was signed in.`,
    ],
    code: null,
    outro: [
      `If it was you, sign in again. If it wasn’t, change your password now and write to ${SUPPORT_EMAIL}.`,
    ],
  };
}

/** Renders the subject, the HTML part and the text part of a mail (MAIL-1). */
export function renderTemplate(name: TemplateName, values: TemplateValues): RenderedEmail {
  const content = isLedgerTemplate(name) ? LEDGER_TEMPLATES[name](values.context) : TEMPLATES[name](values);
  return renderEmail(content, values.firstName);
}

function isLedgerTemplate(name: TemplateName): name is LedgerTemplateName {
  return Object.hasOwn(LEDGER_TEMPLATES, name);
}

function required<Value>(value: Value | null): Value {
  if (value === null) throw new Error('the template needs a value that the mail does not have');
  return value;
}
