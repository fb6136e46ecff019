/** Direction of a payment, as seen by the customer. */
export type PaymentDirection = 'outgoing' | 'incoming';

/** Statuses that end a payment without posting. They require a reason. */
const VOID_STATUSES = new Set(['failed', 'cancelled']);

/** Whether this status change requires a reason. */
export function needsReason(from: string, to: string): boolean {
  return from !== to && VOID_STATUSES.has(to);
}

/** Describes in one sentence what a status change does to the customer's money. */
export function describeStatusChange(direction: PaymentDirection, from: string, to: string): string {
  if (from === to) return 'The current status: no money moves.';
  if (to === 'completed') {
    return direction === 'outgoing'
      ? 'The amount leaves the account, and the fee is earned.'
      : 'The amount is credited to the customer.';
  }
  if (from === 'completed') return 'The completed payment is reversed by new entries.';
  if (direction === 'incoming') return 'No money moves.';
  if (VOID_STATUSES.has(to)) return 'The hold ends, and the amount is available again.';
  return VOID_STATUSES.has(from) ? 'The amount is put on hold again.' : 'The amount stays on hold.';
}
