import { assertCents } from './money.js';

/** The bank's own accounts (LED-2). They are never opened or closed, and only they may have a negative balance. */
export const SYSTEM_ACCOUNTS = {
  /** Money outside the bank: the counter-account of every deposit and withdrawal. */
  settlement: '00000000-0000-4000-8000-000000000001',
  /** Income from transaction fees. */
  fees: '00000000-0000-4000-8000-000000000002',
  /** The counter-account of balance edits by admins (ACC-8). */
  adjustments: '00000000-0000-4000-8000-000000000003',
  /** Remaining money of deleted users (ACC-9). */
  unclaimed: '00000000-0000-4000-8000-000000000004',
} as const;

export type SystemAccountName = keyof typeof SYSTEM_ACCOUNTS;

const SYSTEM_ACCOUNT_IDS: ReadonlySet<string> = new Set(Object.values(SYSTEM_ACCOUNTS));

export function isSystemAccount(accountId: string): boolean {
  return SYSTEM_ACCOUNT_IDS.has(accountId);
}

export type AccountStatus = 'open' | 'closed';

/**
 * The current state of an account. Total = posted, pending = held, available = posted − held (ACC-1).
 * `outgoingDayCents` is the sum of transfers on `outgoingDay` that count toward the daily limit (TRF-8).
 */
export interface AccountState {
  readonly accountId: string;
  readonly status: AccountStatus;
  readonly postedCents: number;
  readonly heldCents: number;
  readonly version: number;
  readonly outgoingDay: string | null;
  readonly outgoingDayCents: number;
}

/** The state of an account before its first event. */
export function initialAccount(accountId: string): AccountState {
  return {
    accountId,
    status: 'open',
    postedCents: 0,
    heldCents: 0,
    version: 0,
    outgoingDay: null,
    outgoingDayCents: 0,
  };
}

export function availableCentsOf(account: AccountState): number {
  return account.postedCents - account.heldCents;
}

/**
 * Checks the invariants of an account (ACC-2). Also runs in production.
 *
 * @throws RangeError an amount is not whole cents, or held or available is negative
 */
export function assertAccountInvariants(account: AccountState): void {
  assertCents(account.postedCents, `posted of account ${account.accountId}`);
  assertCents(account.heldCents, `held of account ${account.accountId}`);
  if (account.heldCents < 0) throw new RangeError(`held of account ${account.accountId} is below zero`);
  if (!isSystemAccount(account.accountId) && availableCentsOf(account) < 0) {
    throw new RangeError(`available of account ${account.accountId} is below zero`);
  }
}
