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

/** What a run of events changed, to be written to the read tables in one go. */
export interface ProjectionChanges {
  readonly entries: AccountEntry[];
  readonly accountIds: Set<string>;
  readonly transactionIds: Set<string>;
}

export function emptyChanges(): ProjectionChanges {
  return { entries: [], accountIds: new Set(), transactionIds: new Set() };
}

/**
 * The projection: moves `state` forward by one event and notes what of it changed. Used by the writer (inline,
 * so a reader sees its own write), by the rebuild and by the verifier.
 */
export function project(state: LedgerState, event: SequencedEvent, changes: ProjectionChanges): void {
  const lines = apply(state, event);
  for (const line of lines) {
    changes.entries.push(line);
    changes.accountIds.add(line.accountId);
  }
  if ('accountId' in event.payload) changes.accountIds.add(event.payload.accountId);
  if ('transactionId' in event.payload) changes.transactionIds.add(event.payload.transactionId);
}

/**
 * Writes what changed, with the position that the read tables now stand at, in the caller's transaction. Throws at
 * once, before it sends anything, where a value can not be encoded.
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
    if (value === undefined) throw new Error(`the projection changed ${key}, which its state does not hold`);
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
  account_id: uuidColumn((line) => line.accountId),
  position: bigintColumn((line) => line.position),
  account_version: bigintColumn((line) => line.accountVersion),
  transaction_id: uuidColumn((line) => line.transactionId),
  amount_cents: bigintColumn((line) => line.amountCents),
  hold_cents: bigintColumn((line) => line.holdCents),
  posted_after_cents: bigintColumn((line) => line.postedAfterCents),
  held_after_cents: bigintColumn((line) => line.heldAfterCents),
});

const INSERT_ENTRIES = `insert into ledger_entry (${ENTRIES.names}) ${ENTRIES.select}`;

const UPSERT_ACCOUNTS = `insert into ledger_account (${ACCOUNTS.names}) ${ACCOUNTS.select}
  on conflict (account_id) do update set
    status = excluded.status, posted_cents = excluded.posted_cents, held_cents = excluded.held_cents,
    version = excluded.version, outgoing_day = excluded.outgoing_day,
    outgoing_day_cents = excluded.outgoing_day_cents`;

// Not an upsert: for a new row that costs a third more, and a transaction that exists already must not be touched.
const INSERT_TRANSACTIONS = `insert into ledger_transaction (${TRANSACTIONS.names}) ${TRANSACTIONS.select}`;

// One that was created and changed in the same run is new to the table, the others are not.
const UPSERT_TRANSACTIONS = `${INSERT_TRANSACTIONS}
  on conflict (transaction_id) do update set
    status = excluded.status, revision = excluded.revision, changed_position = excluded.changed_position,
    changed_at = excluded.changed_at, visible_at = excluded.visible_at, shown_at = excluded.shown_at`;

/** A row of `ledger_account`. */
export const accountRow = ACCOUNTS.record;

/** A row of `ledger_transaction`. */
export const transactionRow = TRANSACTIONS.record;

/** A row of `ledger_entry`. */
export const entryRow = ENTRIES.record;
