/** The settings of `LIMIT_SETTINGS`, read. */
interface LimitVariables {
  readonly SIGN_INS_PER_MINUTE: number;
  readonly ACCOUNT_PASSWORD_TRIES: number;
  readonly ACCOUNT_CODE_TRIES: number;
  readonly ACCOUNT_WAIT_SECONDS: number;
  readonly KNOWN_BROWSER_DAYS: number;
  readonly CODE_TRIES_ELSEWHERE: number;
  readonly CODE_MAILS_PER_HOUR: number;
  readonly CODE_MAIL_DELAY_SECONDS: number;
  readonly REGISTRATION_HOURS: number;
  readonly TRANSFERS_PER_MINUTE: number;
  readonly CHAT_MESSAGES_PER_MINUTE: number;
  readonly SSN_READS_PER_MINUTE: number;
  readonly FILES_PER_MINUTE: number;
}

/** Limits of what one person, browser, account or address may do. See settings.ts for their meaning. */
export interface Limits {
  readonly signInsPerMinute: number;
  readonly accountPasswordTries: number;
  readonly accountCodeTries: number;
  readonly accountWaitSeconds: number;
  readonly knownBrowserDays: number;
  readonly codeTriesElsewhere: number;
  readonly codeMailsPerHour: number;
  readonly codeMailDelaySeconds: number;
  readonly registrationHours: number;
  readonly transfersPerMinute: number;
  readonly chatMessagesPerMinute: number;
  readonly ssnReadsPerMinute: number;
  readonly filesPerMinute: number;
}

export const LIMIT_SETTINGS = [
  'SIGN_INS_PER_MINUTE',
  'ACCOUNT_PASSWORD_TRIES',
  'ACCOUNT_CODE_TRIES',
  'ACCOUNT_WAIT_SECONDS',
  'KNOWN_BROWSER_DAYS',
  'CODE_TRIES_ELSEWHERE',
  'CODE_MAILS_PER_HOUR',
  'CODE_MAIL_DELAY_SECONDS',
  'REGISTRATION_HOURS',
  'TRANSFERS_PER_MINUTE',
  'CHAT_MESSAGES_PER_MINUTE',
  'SSN_READS_PER_MINUTE',
  'FILES_PER_MINUTE',
] as const satisfies (keyof LimitVariables)[];

export function limitsFrom(set: LimitVariables): Limits {
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
