import { initialAccount, type AccountState } from './accounts.js';
import type { TransactionState } from './transactions.js';

/** Accounts and stream versions. `applyToAccounts` mutates the maps; the account records are immutable. */
export interface AccountsState {
  readonly accounts: Map<string, AccountState>;
  /** Versions of all streams that are not account streams. */
  readonly streamVersions: Map<string, number>;
}

/** The state of the ledger, or of the part that a batch reads. */
export interface LedgerState extends AccountsState {
  readonly transactions: Map<string, TransactionState>;
}

export function initialState(): LedgerState {
  return { accounts: new Map(), transactions: new Map(), streamVersions: new Map() };
}

/** Returns the account, or its initial state if it has no events yet. */
export function accountIn(state: AccountsState, accountId: string): AccountState {
  return state.accounts.get(accountId) ?? initialAccount(accountId);
}
