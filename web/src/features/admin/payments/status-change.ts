import { isVoidStatus } from '@moniker/common/transactions.js';
import { errorIfBlank } from '@/lib/forms';

/** Direction of a payment, as seen by the customer. */
export type PaymentDirection = 'outgoing' | 'incoming';

/**
 * Whether this status change requires a reason. A reason is required if the payment becomes failed or canceled, or
 * if a completed transfer is reversed (TRF-18).
 */
export function needsReason(direction: PaymentDirection, from: string, to: string): boolean {
  if (from === to) return false;
  return isVoidStatus(to) || (direction === 'outgoing' && from === 'completed');
}

/** Whether this status change declines a transfer. If so, the customer can be told why (TRF-86). */
export function isDecline(direction: PaymentDirection, from: string, to: string): boolean {
  return direction === 'outgoing' && from !== to && to === 'failed';
}

/** The choice of an admin who writes a reason for the customer instead of picking a standard reason. */
export const OWN_REASON = 'own';

/** Returns an error if the admin chose to write a reason for the customer, but wrote none. */
export function customerReasonError(choice: string, text: string): string | undefined {
  return choice === OWN_REASON ? errorIfBlank(text, 'Write a message, or select “No message”') : undefined;
}

/** Describes in one sentence what a status change does to the customer's money. */
export function describeStatusChange(direction: PaymentDirection, from: string, to: string): string {
  if (from === to) return 'The status stays the same. No money moves.';
  if (to === 'completed') {
    return direction === 'outgoing'
      ? 'The amount leaves the account, and we earn the fee.'
      : 'The customer receives the amount.';
  }
  const isHeldAfter = direction === 'outgoing' && !isVoidStatus(to);
  if (from === 'completed') {
    return isHeldAfter
      ? 'New entries reverse the payment and put the amount back on hold.'
      : 'New entries reverse the payment.';
  }
  if (direction === 'incoming') return 'No money moves.';
  if (isVoidStatus(from)) return isHeldAfter ? 'The amount goes back on hold.' : 'No money moves.';
  return isHeldAfter
    ? 'The amount stays on hold.'
    : 'The hold ends, and the customer can use the amount again.';
}
