import type { LedgerEvent } from './events.js';
import type { AccountState } from './accounts.js';

export type FreezeEvent = Extract<LedgerEvent, { type: 'AccountFrozen' | 'AccountUnfrozen' }>;

/**
 * Whether an event freezes or unfreezes an account. It is in the stream of the user, whose id is also the account's.
 */
export function isFreezeEvent<Event extends { readonly type: string }>(
  event: Event,
): event is Extract<Event, { readonly type: FreezeEvent['type'] }> {
  return event.type === 'AccountFrozen' || event.type === 'AccountUnfrozen';
}

/**
 * Returns the customer's account that an event changes, or null. The account of a freeze may not exist, because
 * events from before freezes were commands did not need one.
 */
export function changedAccountId(event: LedgerEvent): string | null {
  if ('accountId' in event.payload) return event.payload.accountId;
  return isFreezeEvent(event) ? event.payload.userId : null;
}

/** Returns an account after an event that freezes or unfreezes it. A closed account stays closed. */
export function afterFreeze(account: AccountState, event: FreezeEvent): AccountState {
  if (account.status === 'closed') return account;
  return { ...account, status: event.type === 'AccountFrozen' ? 'frozen' : 'open' };
}
