/** Emails about ledger events (MAIL-2). */
export const LEDGER_MAILS = [
  'transfer-requested',
  'transfer-completed',
  'transfer-failed',
  'transfer-cancelled',
  'transfer-canceled-by-customer',
  'transfer-reversed',
  'transfer-reopened',
  'money-received',
  'money-reversed',
  'account-approved',
  'account-rejected',
  'plan-made',
  'planned-transfer-not-made',
] as const;

/** All emails. Their contents are in `support/mail/`. */
export const MAILS = [
  'verify-email',
  'verify-registration',
  'reset-password',
  'change-password',
  'password-changed',
  'password-was-reset',
  'passkey-added',
  'passkey-removed',
  'authenticator-app-added',
  'authenticator-app-removed',
  'recovery-codes-renewed',
  'recovery-code-used',
  'factors-reset',
  'new-device',
  'wrong-passwords',
  'wrong-codes',
  'wrong-emailed-codes',
  'account-frozen',
  'account-frozen-for-sending',
  'account-locked',
  'account-unfrozen',
  'kyc-approved',
  'kyc-rejected',
  'money-requested',
  'money-request-declined',
  'team-changed',
  'admin-locked',
  'test-mail',
  ...LEDGER_MAILS,
] as const;

export type LedgerTemplateName = (typeof LEDGER_MAILS)[number];
export type TemplateName = (typeof MAILS)[number];
