export const MAIL_QUEUE = 'mail';

/** A job holds only the outbox id. The rest is read when it runs, so the queue has no personal data (MAIL-7). */
export interface MailJob {
  readonly outboxId: string;
}

const MAX_BACKOFF_MS = 60_000;

/** With the backoff below, about two hours of attempts (MAIL-6). */
export const MAIL_ATTEMPTS = 125;

/** Delays of 1, 2, 4 … seconds, at most one minute. */
export function mailBackoffMs(failedAttempts: number): number {
  return Math.min(MAX_BACKOFF_MS, 1000 * 2 ** Math.min(failedAttempts - 1, 16));
}
