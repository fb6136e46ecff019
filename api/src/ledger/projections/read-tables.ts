import type { AccountState } from '../domain/accounts.js';
import type { SequencedEvent } from '../domain/events.js';
import { apply, type AccountEntry } from '../domain/apply.js';
import type { LedgerState } from '../domain/state.js';
import type { TransactionState } from '../domain/transactions.js';
import {
  bigintColumn,
  dateColumn,
  rowSet,
  textColumn,
  timestampColumn,
  uuidColumn,
} from '../../platform/database/row-arrays.js';
import { settleAll, type Sql } from '../../platform/database/sql.js';

/** Changes of a batch of events, to be written to the read tables together. */
export interface ProjectionChanges {
  readonly entries: AccountEntry[];
  readonly accountIds: Set<string>;
  readonly transactionIds: Set<string>;
}

export function emptyChanges(): ProjectionChanges {
  return { entries: [], accountIds: new Set(), transactionIds: new Set() };
}

/**
 * Projects an event: applies it to `state` and adds what changed to `changes`; both are mutated. The writer projects
 * inline, so callers can read their own writes.
 */
export function project(state: LedgerState, event: SequencedEvent, changes: ProjectionChanges): void {
  for (const entry of apply(state, event)) {
    changes.entries.push(entry);
    changes.accountIds.add(entry.accountId);
  }
  if ('accountId' in event.payload) changes.accountIds.add(event.payload.accountId);
  if ('transactionId' in event.payload) changes.transactionIds.add(event.payload.transactionId);
}

/**
 * Writes changes and the position of the read tables in the caller's transaction. Throws synchronously, before anything
 * is sent, if a value cannot be encoded.
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
  if (changes.entries.length > 0) statements.push([INSERT_ENTRIES, ENTRIES.values(changes.entries)]);
  if (accounts.length > 0) statements.push([UPSERT_ACCOUNTS, ACCOUNTS.values(accounts)]);
  if (created.length > 0) statements.push([INSERT_TRANSACTIONS, TRANSACTIONS.values(created)]);
  if (changed.length > 0) statements.push([UPSERT_TRANSACTIONS, TRANSACTIONS.values(changed)]);
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

const ACCOUNTS = rowSet<AccountState>('ledger_account_row', {
  account_id: uuidColumn((account) => account.accountId),
  status: textColumn((account) => account.status),
  posted_cents: bigintColumn((account) => account.postedCents),
  held_cents: bigintColumn((account) => account.heldCents),
  version: bigintColumn((account) => account.version),
  outgoing_day: dateColumn((account) => account.outgoingDay),
  outgoing_day_cents: bigintColumn((account) => account.outgoingDayCents),
});

const TRANSACTIONS = rowSet<TransactionState>('ledger_transaction_row', {
  transaction_id: uuidColumn((transaction) => transaction.transactionId),
  account_id: uuidColumn((transaction) => transaction.accountId),
  kind: textColumn((transaction) => transaction.kind),
  status: textColumn((transaction) => transaction.status),
  amount_cents: bigintColumn((transaction) => transaction.amountCents),
  fee_cents: bigintColumn((transaction) => transaction.feeCents),
  category: textColumn((transaction) => transaction.category),
  bank_day: dateColumn((transaction) => transaction.bankDay),
  revision: bigintColumn((transaction) => transaction.revision),
  created_position: bigintColumn((transaction) => transaction.createdPosition),
  changed_position: bigintColumn((transaction) => transaction.changedPosition),
  created_at: timestampColumn((transaction) => transaction.createdAt),
  changed_at: timestampColumn((transaction) => transaction.changedAt),
  visible_at: timestampColumn((transaction) => transaction.visibleAt),
  shown_at: timestampColumn((transaction) => transaction.shownAt),
});

const ENTRIES = rowSet<AccountEntry>('ledger_entry_row', {
  account_id: uuidColumn((entry) => entry.accountId),
  position: bigintColumn((entry) => entry.position),
  account_version: bigintColumn((entry) => entry.accountVersion),
  transaction_id: uuidColumn((entry) => entry.transactionId),
  amount_cents: bigintColumn((entry) => entry.amountCents),
  hold_cents: bigintColumn((entry) => entry.holdCents),
  posted_after_cents: bigintColumn((entry) => entry.postedAfterCents),
  held_after_cents: bigintColumn((entry) => entry.heldAfterCents),
});

const INSERT_ENTRIES = `insert into ledger_entry (${ENTRIES.names}) ${ENTRIES.select}`;

const UPSERT_ACCOUNTS = `insert into ledger_account (${ACCOUNTS.names}) ${ACCOUNTS.select}
  on conflict (account_id) do update set
    status = excluded.status, posted_cents = excluded.posted_cents, held_cents = excluded.held_cents,
    version = excluded.version, outgoing_day = excluded.outgoing_day,
    outgoing_day_cents = excluded.outgoing_day_cents`;

// Not an upsert, which costs a third more for a new row. An existing transaction must not be overwritten.
const INSERT_TRANSACTIONS = `insert into ledger_transaction (${TRANSACTIONS.names}) ${TRANSACTIONS.select}`;

// An upsert, because a transaction that was created and changed in the same batch has no row yet.
const UPSERT_TRANSACTIONS = `${INSERT_TRANSACTIONS}
  on conflict (transaction_id) do update set
    status = excluded.status, revision = excluded.revision, changed_position = excluded.changed_position,
    changed_at = excluded.changed_at, visible_at = excluded.visible_at, shown_at = excluded.shown_at`;

/** Returns the row of `ledger_account` for an account. */
export const accountRow = ACCOUNTS.record;

/** Returns the row of `ledger_transaction` for a transaction. */
export const transactionRow = TRANSACTIONS.record;

/** Returns the row of `ledger_entry` for an account entry. */
export const entryRow = ENTRIES.record;
