/** The kinds of transactions. An `adjustment` records a balance edit: it is created as completed and stays that way. */
export const TRANSACTION_KINDS = ['transfer', 'incoming_payment', 'credit', 'adjustment'] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

export const TRANSACTION_STATUSES = [
  'pending',
  'processing',
  'initiated',
  'in_review',
  'completed',
  'failed',
  'cancelled',
] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

/** Statuses of transactions that are still waiting for a decision. */
export const OPEN_STATUSES = ['pending', 'processing', 'initiated', 'in_review'] as const;

/** Whether a transaction with this status is still waiting for a decision. */
export function isOpenStatus(status: string): boolean {
  return OPEN_STATUSES.some((open) => open === status);
}

/** Whether a transaction with this status has ended without paying anyone. */
export function isVoidStatus(status: string): boolean {
  return status === 'failed' || status === 'cancelled';
}

/** Returns the fee that the customer pays: zero if the transaction failed or was canceled (DASH-10, MAIL-2). */
export function chargedFeeCents({ status, feeCents }: { status: string; feeCents: number }): number {
  return isVoidStatus(status) ? 0 : feeCents;
}

/** Statuses that an admin can set on outgoing transfers and incoming payments (TRF-17, PAY-3). */
export const PAYMENT_STATUSES = ['pending', 'processing', 'completed', 'failed', 'cancelled'] as const;

export type BalanceEffect = 'holds' | 'posts' | 'nothing';

/** Returns what a transaction of this kind does to balances while it has this status (TRF-13, PAY-4). */
export function balanceEffectOf(kind: TransactionKind, status: TransactionStatus): BalanceEffect {
  switch (status) {
    case 'completed':
      return 'posts';
    case 'failed':
    case 'cancelled':
      return 'nothing';
    case 'pending':
    case 'processing':
    case 'initiated':
    case 'in_review':
      return kind === 'transfer' ? 'holds' : 'nothing';
  }
}

/**
 * Whether a transaction counts toward the daily limit: a transfer that has neither failed nor been canceled (TRF-8).
 */
export function countsTowardDailyLimit(kind: TransactionKind, status: TransactionStatus): boolean {
  return kind === 'transfer' && balanceEffectOf(kind, status) !== 'nothing';
}
