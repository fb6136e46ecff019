import type { Transaction } from '@/lib/api/types';

const DAY_MS = 24 * 60 * 60 * 1000;

type Payment = Pick<Transaction, 'description' | 'amountCents' | 'status' | 'date'>;

/**
 * Returns the latest payment of this amount to this recipient in the 24 hours before `now`, ignoring declined and
 * canceled payments (TRF-186). `payments` must be sorted newest first; `now` is in milliseconds.
 */
export function earlierPayment(
  { recipientName, amountCents }: { readonly recipientName: string; readonly amountCents: number },
  payments: readonly Payment[],
  now: number,
): Payment | undefined {
  return payments.find(
    (payment) =>
      payment.description === `Transfer to ${recipientName.trim()}` &&
      payment.amountCents === amountCents &&
      payment.status !== 'failed' &&
      payment.status !== 'cancelled' &&
      now - Date.parse(payment.date) < DAY_MS,
  );
}
