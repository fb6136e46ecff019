import type { LedgerEvent } from './events.js';
import type { AccountState } from './accounts.js';

export type FreezeEvent = Extract<LedgerEvent, { type: 'AccountFrozen' | 'AccountUnfrozen' }>;

/**
 * Whether an event freezes or unfreezes an account. Such an event is in the user's stream; the user's id is also the
 * account's.
 */
export function isFreezeEvent<Event extends { readonly type: string }>(
  event: Event,
): event is Extract<Event, { readonly type: FreezeEvent['type'] }> {
  return event.type === 'AccountFrozen' || event.type === 'AccountUnfrozen';
}

/**
 * Returns the id of the customer's account that an event changes, or null. An old freeze can name an account that
 * doesn't exist: a freeze did not need an account before freezes became ledger commands.
 */
export function changedAccountId(event: LedgerEvent): string | null {
  if ('accountId' in event.payload) return event.payload.accountId;
  return isFreezeEvent(event) ? event.payload.userId : null;
}

/** Returns an account's state after an event that freezes or unfreezes it. A closed account stays closed. */
export function afterFreeze(account: AccountState, event: FreezeEvent): AccountState {
  if (account.status === 'closed') return account;
  return { ...account, status: event.type === 'AccountFrozen' ? 'frozen' : 'open' };
}
