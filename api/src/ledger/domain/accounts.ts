import { assertCents } from '@moniker/common/money.js';

/** The bank's own accounts (LED-2). They are never opened or closed, and only they may have a negative balance. */
export const SYSTEM_ACCOUNTS = {
  /** Money outside the bank: the counter-account of every deposit and withdrawal. */
  settlement: '00000000-0000-4000-8000-000000000001',
  /** Income from transaction fees. */
  fees: '00000000-0000-4000-8000-000000000002',
  /** The counter-account of balance edits by admins (ACC-8). */
  adjustments: '00000000-0000-4000-8000-000000000003',
  /** Money left over from deleted users (ACC-9). */
  unclaimed: '00000000-0000-4000-8000-000000000004',
} as const;

export type SystemAccountName = keyof typeof SYSTEM_ACCOUNTS;

const SYSTEM_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(SYSTEM_ACCOUNTS).map(([name, id]) => [id, name]),
);

export function isSystemAccount(accountId: string): boolean {
  return SYSTEM_NAMES.has(accountId);
}

/** Returns the name of a system account, or null for a customer account. */
export function systemAccountName(accountId: string): string | null {
  return SYSTEM_NAMES.get(accountId) ?? null;
}

/** Returns the label of an account in reports: its name if it is a system account, else its id. */
export function accountLabel(accountId: string): string {
  return SYSTEM_NAMES.get(accountId) ?? accountId;
}

const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const LOWERCASE_UUID = new RegExp(`^${UUID}$`);

/**
 * Matches an account id in uppercase or lowercase, or a system account's name. Has no flags, because OpenAPI can't
 * express them.
 */
export const ACCOUNT_PATTERN = new RegExp(
  `^(${Object.keys(SYSTEM_ACCOUNTS).join('|')}|${UUID.replaceAll('a-f', 'a-fA-F')})$`,
);

/** Whether a string is an id as the ledger stores it: a UUID in lowercase. */
export function isId(text: string): boolean {
  return LOWERCASE_UUID.test(text);
}

/** Resolves an account id or a system account's name to an account id. Returns null for anything else. */
export function accountIdOf(nameOrId: string): string | null {
  const name = nameOrId.toLowerCase();
  if (Object.hasOwn(SYSTEM_ACCOUNTS, name)) return SYSTEM_ACCOUNTS[name as SystemAccountName];
  return isId(name) ? name : null;
}

/** A frozen account makes no transfers (TRF-41). Otherwise it is treated like an open one. */
export type AccountStatus = 'open' | 'frozen' | 'closed';

/**
 * An account's current state. Total = posted, pending = held, available = posted − held (ACC-1). `outgoingDayCents` is
 * the sum of transfers on `outgoingDay` that count toward the daily limit (TRF-8).
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

/** An account's state before its first event. */
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
 * Checks an account's invariants (ACC-2). Also runs in production.
 *
 * @throws RangeError an amount is not whole cents, or the held amount or a customer's available amount is negative
 */
export function assertAccountInvariants(account: AccountState): void {
  assertCents(account.postedCents, `posted amount of account ${account.accountId}`);
  assertCents(account.heldCents, `held amount of account ${account.accountId}`);
  if (account.heldCents < 0)
    throw new RangeError(`held amount of account ${account.accountId} is below zero`);
  if (!isSystemAccount(account.accountId) && availableCentsOf(account) < 0) {
    throw new RangeError(`available amount of account ${account.accountId} is below zero`);
  }
}
