import type { SequencedEvent } from '../domain/events.js';
import { apply, type AccountEntry } from '../domain/apply.js';
import { changedAccountId } from '../domain/freezes.js';
import type { LedgerState } from '../domain/state.js';
import { settleAll, type Sql } from '../../platform/database/sql.js';
import { upsert } from '../../platform/database/table.js';
import { LEDGER_ACCOUNT } from '../tables/ledger-account.js';
import { LEDGER_ENTRY } from '../tables/ledger-entry.js';
import { LEDGER_TRANSACTION } from '../tables/ledger-transaction.js';

/** Changes from a batch of events, to be written to the read tables together. */
export interface ProjectionChanges {
  readonly entries: AccountEntry[];
  readonly accountIds: Set<string>;
  readonly transactionIds: Set<string>;
}

export function emptyChanges(): ProjectionChanges {
  return { entries: [], accountIds: new Set(), transactionIds: new Set() };
}

/**
 * Projects an event: applies it to `state` and adds its changes to `changes`, mutating both. The writer projects
 * inline, so that callers can read their own writes.
 */
export function project(state: LedgerState, event: SequencedEvent, changes: ProjectionChanges): void {
  for (const entry of apply(state, event)) {
    changes.entries.push(entry);
    changes.accountIds.add(entry.accountId);
  }
  const accountId = changedAccountId(event);
  if (accountId !== null && state.accounts.has(accountId)) changes.accountIds.add(accountId);
  if ('transactionId' in event.payload) changes.transactionIds.add(event.payload.transactionId);
}

/**
 * Writes changes and the read tables' position. Uses the caller's transaction. Throws synchronously, before anything is
 * sent, if a value cannot be encoded.
 */
export function writeReadTables(
  sql: Sql,
  state: LedgerState,
  changes: ProjectionChanges,
  position: number,
): Promise<void> {
  const accounts = pick(state.accounts, changes.accountIds);
  const transactions = pick(state.transactions, changes.transactionIds);
  const created = transactions.filter(({ revision }) => revision === 1);
  const changed = transactions.filter(({ revision }) => revision > 1);
  const statements: [text: string, values: unknown[]][] = [
    ['update ledger_projection set position = $1', [position]],
  ];
  if (changes.entries.length > 0)
    statements.push([LEDGER_ENTRY.insert, LEDGER_ENTRY.values(changes.entries)]);
  if (accounts.length > 0) statements.push([UPSERT_ACCOUNTS, LEDGER_ACCOUNT.values(accounts)]);
  if (created.length > 0) statements.push([LEDGER_TRANSACTION.insert, LEDGER_TRANSACTION.values(created)]);
  if (changed.length > 0) statements.push([UPSERT_TRANSACTIONS, LEDGER_TRANSACTION.values(changed)]);
  return settleAll(statements.map(([text, values]) => sql.query(text, values)));
}

function pick<Value>(from: ReadonlyMap<string, Value>, keys: ReadonlySet<string>): Value[] {
  const values: Value[] = [];
  for (const key of keys) {
    const value = from.get(key);
    if (value === undefined) throw new Error(`the projection changed ${key}, which is not in its state`);
    values.push(value);
  }
  return values;
}

const UPSERT_ACCOUNTS = upsert(LEDGER_ACCOUNT);

// An upsert, because a transaction that is created and changed in the same batch has no row yet. Transactions that are
// only created use an insert instead, which costs a third less and cannot overwrite an existing row.
const UPSERT_TRANSACTIONS = upsert(LEDGER_TRANSACTION);
