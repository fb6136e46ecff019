import type { ServerVariables } from './settings.js';

/** Limits on what one person, browser, account or address may do. See settings.ts for their meaning. */
export type Limits = Readonly<ReturnType<typeof limitsFrom>>;

export function limitsFrom(set: ServerVariables) {
  return {
    signInsPerMinute: set.SIGN_INS_PER_MINUTE,
    accountPasswordTries: set.ACCOUNT_PASSWORD_TRIES,
    accountCodeTries: set.ACCOUNT_CODE_TRIES,
    accountWaitSeconds: set.ACCOUNT_WAIT_SECONDS,
    knownBrowserDays: set.KNOWN_BROWSER_DAYS,
    codeTriesElsewhere: set.CODE_TRIES_ELSEWHERE,
    codeMailsPerHour: set.CODE_MAILS_PER_HOUR,
    codeMailDelaySeconds: set.CODE_MAIL_DELAY_SECONDS,
    registrationHours: set.REGISTRATION_HOURS,
    transfersPerMinute: set.TRANSFERS_PER_MINUTE,
    chatMessagesPerMinute: set.CHAT_MESSAGES_PER_MINUTE,
    ssnReadsPerMinute: set.SSN_READS_PER_MINUTE,
    filesPerMinute: set.FILES_PER_MINUTE,
  };
}
