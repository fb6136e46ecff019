/** The queue of mails to be sent. */
export const MAIL_QUEUE = 'mail';

/** All that a job says; the rest is read when it runs, so that the queue holds nothing about anybody. */
export interface MailJob {
  readonly outboxId: string;
}

const MAX_WAIT_MS = 60_000;

/** With the waits below, about two hours of trying. */
export const MAIL_ATTEMPTS = 125;

/** 1, 2, 4 … seconds, and once a minute from then on. */
export function mailBackoffMs(failedAttempts: number): number {
  return Math.min(MAX_WAIT_MS, 1000 * 2 ** Math.min(failedAttempts - 1, 16));
}
