import { initialAccount, type AccountState } from './accounts.js';
import type { TransactionState } from './transactions.js';

/** Accounts and streams; the records are immutable, the maps are what `applyToAccounts` moves forward. */
export interface AccountsState {
  readonly accounts: Map<string, AccountState>;
  /** Versions of the streams that are not accounts. */
  readonly streamVersions: Map<string, number>;
}

/** The part of the ledger that a batch of the writer touches. */
export interface LedgerState extends AccountsState {
  readonly transactions: Map<string, TransactionState>;
}

export function initialState(): LedgerState {
  return { accounts: new Map(), transactions: new Map(), streamVersions: new Map() };
}

/** The account, or its state before its first event. */
export function accountIn(state: AccountsState, accountId: string): AccountState {
  return state.accounts.get(accountId) ?? initialAccount(accountId);
}
