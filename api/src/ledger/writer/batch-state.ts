import type { AccountStatus } from '../domain/accounts.js';
import { SYSTEM_ACCOUNTS } from '../domain/accounts.js';
import { readSetOf } from '../domain/commands.js';
import { initialState, type LedgerState } from '../domain/state.js';
import type { TransactionCategory, TransactionKind, TransactionStatus } from '../domain/transactions.js';
import { textArray, uuidArray } from '../../platform/database/row-arrays.js';
import type { Sql } from '../../platform/database/sql.js';
import type { Batch } from './decide-batch.js';
import type { Receipt, Submission } from './submission.js';

/** A stored answer to an idempotency key. */
export interface IdempotencyRecord {
  readonly fingerprint: string;
  readonly receipt: Receipt;
}

/** What a batch is decided on: the part of the ledger it touches, and the answers already given to its keys. */
export interface BatchState {
  readonly ledger: LedgerState;
  readonly idempotencyRecords: Map<string, IdempotencyRecord>;
}

/** One text for an actor and its key; neither can hold a line feed. */
export function keyId(actor: string, key: string): string {
  return `${actor}\n${key}`;
}

/** Reads everything that the submissions touch. Call it after the head is locked (its snapshot counts). */
export async function loadBatchState(sql: Sql, submissions: readonly Submission[]): Promise<BatchState> {
  const ids = readSetOfBatch(submissions);
  const keys = idempotencyKeysOf(submissions);
  const [accounts, transactions, openTransfers, streams, known] = await Promise.all([
    sql.query<AccountRow>(SELECT_ACCOUNTS, [uuidArray(ids.accountIds), uuidArray(ids.transactionIds)]),
    ids.transactionIds.length === 0
      ? []
      : sql.query<TransactionRow>(SELECT_TRANSACTIONS, [uuidArray(ids.transactionIds)]),
    ids.openTransfersOf.length === 0
      ? []
      : sql.query<TransactionRow>(SELECT_OPEN_TRANSFERS, [uuidArray(ids.openTransfersOf)]),
    ids.streams.length === 0 ? [] : sql.query<StreamRow>(SELECT_STREAMS, [textArray(ids.streams)]),
    keys.keys.length === 0
      ? []
      : sql.query<KeyRow>(SELECT_KEYS, [textArray(keys.actors), textArray(keys.keys)]),
  ]);
  const ledger = initialState();
  for (const row of accounts) ledger.accounts.set(row.accountId, row);
  for (const row of [...transactions, ...openTransfers]) ledger.transactions.set(row.transactionId, row);
  for (const row of streams) ledger.streamVersions.set(row.stream, row.version);
  const knownKeys = new Map(known.map((row) => [keyId(row.actor, row.key), idempotencyRecordOf(row)]));
  return { ledger, idempotencyRecords: knownKeys };
}

/**
 * What decided batches change of `state`, as they leave it. It holds nothing that they merely looked at, so it
 * does not grow from batch to batch.
 */
export function writeSetOf(state: BatchState, batches: readonly Batch[]): BatchState {
  const carries: BatchState = { ledger: initialState(), idempotencyRecords: new Map() };
  const { accounts, transactions, streamVersions } = state.ledger;
  for (const { changes, events, usedKeys } of batches) {
    copy(accounts, changes.accountIds, carries.ledger.accounts);
    copy(transactions, changes.transactionIds, carries.ledger.transactions);
    copy(
      streamVersions,
      events.map(({ stream }) => stream),
      carries.ledger.streamVersions,
    );
    for (const { actor, key, fingerprint, receipt } of usedKeys) {
      carries.idempotencyRecords.set(keyId(actor, key), { fingerprint, receipt });
    }
  }
  return carries;
}

/** Puts what a batch leaves over what was looked up, which may be older. */
export function applyWriteSet(state: BatchState, leaves: BatchState): void {
  for (const [id, account] of leaves.ledger.accounts) state.ledger.accounts.set(id, account);
  for (const [id, transaction] of leaves.ledger.transactions) state.ledger.transactions.set(id, transaction);
  for (const [stream, version] of leaves.ledger.streamVersions)
    state.ledger.streamVersions.set(stream, version);
  for (const [id, known] of leaves.idempotencyRecords) state.idempotencyRecords.set(id, known);
}

function copy<Value>(from: ReadonlyMap<string, Value>, keys: Iterable<string>, to: Map<string, Value>): void {
  for (const key of keys) {
    const value = from.get(key);
    if (value !== undefined) to.set(key, value);
  }
}

function readSetOfBatch(submissions: readonly Submission[]) {
  const accountIds = new Set<string>(Object.values(SYSTEM_ACCOUNTS));
  const transactionIds = new Set<string>();
  const openTransfersOf = new Set<string>();
  const streams = new Set<string>();
  for (const { command } of submissions) {
    const touched = readSetOf(command);
    for (const id of touched.accountIds) accountIds.add(id);
    for (const id of touched.transactionIds) transactionIds.add(id);
    for (const id of touched.openTransfersOf) openTransfersOf.add(id);
    for (const stream of touched.streams) streams.add(stream);
  }
  return {
    accountIds: [...accountIds],
    transactionIds: [...transactionIds],
    openTransfersOf: [...openTransfersOf],
    streams: [...streams],
  };
}

function idempotencyKeysOf(submissions: readonly Submission[]) {
  const actors: string[] = [];
  const keys: string[] = [];
  for (const { context, idempotency } of submissions) {
    if (idempotency === undefined) continue;
    actors.push(context.actor);
    keys.push(idempotency.key);
  }
  return { actors, keys };
}

interface AccountRow {
  accountId: string;
  status: AccountStatus;
  postedCents: number;
  heldCents: number;
  version: number;
  outgoingDay: string | null;
  outgoingDayCents: number;
}

interface TransactionRow {
  transactionId: string;
  accountId: string;
  kind: TransactionKind;
  status: TransactionStatus;
  amountCents: number;
  feeCents: number;
  category: TransactionCategory | null;
  bankDay: string | null;
  revision: number;
  createdPosition: number;
  changedPosition: number;
  createdAt: Date;
  changedAt: Date;
  visibleAt: Date | null;
  shownAt: Date | null;
}

interface StreamRow {
  stream: string;
  version: number;
}

interface KeyRow {
  actor: string;
  key: string;
  fingerprint: string;
  transactionId: string | null;
  firstPosition: number | null;
  lastPosition: number | null;
  recordedAt: Date;
}

function idempotencyRecordOf(row: KeyRow): IdempotencyRecord {
  const { fingerprint, transactionId, firstPosition, lastPosition, recordedAt } = row;
  return { fingerprint, receipt: { transactionId, firstPosition, lastPosition, recordedAt } };
}

/** Columns of `ledger_account` under the names of `AccountState`; the replay reads them too. */
export const ACCOUNT_COLUMNS = `account_id as "accountId", status, posted_cents as "postedCents",
  held_cents as "heldCents", version, outgoing_day as "outgoingDay", outgoing_day_cents as "outgoingDayCents"`;

/** Columns of `ledger_transaction` under the names of `TransactionState`. */
export const TRANSACTION_COLUMNS = `transaction_id as "transactionId", account_id as "accountId", kind, status,
  amount_cents as "amountCents", fee_cents as "feeCents", category, bank_day as "bankDay", revision,
  created_position as "createdPosition", changed_position as "changedPosition", created_at as "createdAt",
  changed_at as "changedAt", visible_at as "visibleAt", shown_at as "shownAt"`;

// One array, not `or`: that would read the whole table, where this goes through the primary key.
const SELECT_ACCOUNTS = `select ${ACCOUNT_COLUMNS} from ledger_account
  where account_id = any($1::uuid[] || array(
    select account_id from ledger_transaction where transaction_id = any($2::uuid[])))`;

const SELECT_TRANSACTIONS = `select ${TRANSACTION_COLUMNS} from ledger_transaction
  where transaction_id = any($1::uuid[])`;

const SELECT_OPEN_TRANSFERS = `select ${TRANSACTION_COLUMNS} from ledger_transaction
  where account_id = any($1::uuid[]) and kind = 'transfer' and status not in ('completed', 'failed', 'cancelled')`;

const SELECT_STREAMS = `select stream, max(version) as version from ledger_event
  where stream = any($1::text[]) group by stream`;

// `limit 1` makes it one look-up in the primary key for each; a plain join may be planned to read the whole table.
const SELECT_KEYS = `select known.* from unnest($1::text[], $2::text[]) as asked (actor, key), lateral (
    select actor, key, fingerprint, transaction_id as "transactionId", first_position as "firstPosition",
      last_position as "lastPosition", recorded_at as "recordedAt"
    from ledger_idempotency_key where actor = asked.actor and key = asked.key limit 1) as known`;
