import { newAccount, type AccountState } from './accounts.js';
import type { TransactionState } from './transactions.js';

/**
 * The part of the ledger that is in memory: all of it in a replay, only what a batch touches in the writer.
 * The records are immutable; the maps are what `evolve` moves forward.
 */
export interface LedgerState {
  readonly accounts: Map<string, AccountState>;
  readonly transactions: Map<string, TransactionState>;
  /** Versions of the streams that are not accounts. */
  readonly streamVersions: Map<string, number>;
}

export function emptyState(): LedgerState {
  return { accounts: new Map(), transactions: new Map(), streamVersions: new Map() };
}

/** The account, or its state before its first event. */
export function accountIn(state: LedgerState, accountId: string): AccountState {
  return state.accounts.get(accountId) ?? newAccount(accountId);
}
