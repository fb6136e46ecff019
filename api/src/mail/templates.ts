import { BRAND, SUPPORT_EMAIL } from '../constants.js';
import { LEDGER_TEMPLATES, type LedgerTemplateName } from './ledger-templates.js';
import { renderLetter, type Letter, type RenderedLetter } from './letter.js';
import type { Matter } from './matter.js';

/** What a template may draw on. */
export interface TemplateValues {
  readonly firstName: string;
  readonly secret: string | null;
  /** What a mail from the log is about. */
  readonly matter: Matter;
}

const NOT_YOU = `If it was not you, you can ignore this mail. Nobody at ${BRAND} will ever ask you for this code.`;

const TEMPLATES = {
  'verify-email': ({ secret }): Letter => ({
    subject: `Your ${BRAND} verification code`,
    before: ['Welcome! Enter this code to verify your email address:'],
    code: required(secret),
    after: ['It is valid for 10 minutes.', NOT_YOU],
  }),
  'reset-password': ({ secret }): Letter => ({
    subject: `Your ${BRAND} password reset code`,
    before: ['Enter this code to choose a new password:'],
    code: required(secret),
    after: ['It is valid for 10 minutes. Your password stays as it is until then.', NOT_YOU],
  }),
  'change-password': ({ secret }): Letter => ({
    subject: `Your ${BRAND} code to change your password`,
    before: ['Enter this code in Settings to change your password:'],
    code: required(secret),
    after: [
      'It is valid for 10 minutes.',
      `If it was not you, somebody is signed in as you: change your password and write to ${SUPPORT_EMAIL}.`,
    ],
  }),
  'password-changed': (): Letter => ({
    subject: `Your ${BRAND} password was changed`,
    before: ['Your password was just changed, and every other session was signed out.'],
    code: null,
    after: [
      `If it was you, there is nothing to do. If it was not, reset your password now and write to ${SUPPORT_EMAIL}.`,
    ],
  }),
  'kyc-approved': (): Letter => ({
    subject: `Your ${BRAND} identity verification is approved`,
    before: ['Thank you: we have verified your identity.'],
    code: null,
    after: ['Sign in to see how your application for a checking account is getting on.'],
  }),
  'kyc-rejected': ({ secret }): Letter => ({
    subject: `Your ${BRAND} identity verification was not approved`,
    before: ['We could not verify your identity. The reason:', required(secret)],
    code: null,
    after: ['You can sign in and submit a new application with correct information at any time.'],
  }),
  'test-mail': ({ secret }): Letter => ({
    subject: `A test mail of ${BRAND}`,
    before: ['This mail shows that our mail reaches you. The codes that we send look like this one:'],
    code: required(secret),
    after: ['An admin sent it by hand. This code opens nothing, and there is nothing to do.'],
  }),
} satisfies Record<string, (values: TemplateValues) => Letter>;

export type TemplateName = keyof typeof TEMPLATES | LedgerTemplateName;

/** The words of a mail: subject, HTML and the same as plain text. */
export function renderTemplate(name: TemplateName, values: TemplateValues): RenderedLetter {
  const letter = isOfLedger(name) ? LEDGER_TEMPLATES[name](values.matter) : TEMPLATES[name](values);
  return renderLetter(letter, values.firstName);
}

function isOfLedger(name: TemplateName): name is LedgerTemplateName {
  return Object.hasOwn(LEDGER_TEMPLATES, name);
}

function required(secret: string | null): string {
  if (secret === null) throw new Error('the template needs a secret and the mail has none');
  return secret;
}
