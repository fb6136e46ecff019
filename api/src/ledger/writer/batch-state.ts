import { SYSTEM_ACCOUNTS, type AccountState } from '../domain/accounts.js';
import { readSetOf, type ReadSet } from '../domain/commands.js';
import { initialState, type LedgerState } from '../domain/state.js';
import type { TransactionState } from '../domain/transactions.js';
import { textArray, uuidArray } from '../../platform/database/row-arrays.js';
import type { Sql } from '../../platform/database/sql.js';
import { LEDGER_ACCOUNT } from '../tables/ledger-account.js';
import { LEDGER_IDEMPOTENCY_KEY, type UsedIdempotencyKey } from '../tables/ledger-idempotency-key.js';
import { LEDGER_TRANSACTION } from '../tables/ledger-transaction.js';
import {
  HELD_BY_TRANSFERS,
  IS_AS_LOGGED,
  LOGGED_OUTGOING,
  LOGGED_STATUS,
  LOGGED_VERSION,
  OUTGOING,
} from './logged-rows.js';
import type { Receipt, Submission } from './submission.js';

/** The stored result of an idempotency key's first use (LED-5). */
export interface IdempotencyRecord {
  readonly fingerprint: string;
  readonly receipt: Receipt;
}

/** The state on which a batch's decisions are based: its read set and the records of its idempotency keys. */
export interface BatchState {
  readonly ledger: LedgerState;
  readonly idempotencyRecords: Map<string, IdempotencyRecord>;
  /** Accounts whose rows contradict the log (LED-31). Only commands that move no money may use them. */
  readonly quarantined: ReadonlySet<string>;
}

/** The state loaded from the tables, and the accounts whose rows contradict the log. */
export interface LoadedState {
  readonly ledger: LedgerState;
  readonly quarantined: ReadonlySet<string>;
}

/** Map key for an actor's idempotency key (LED-7). Unambiguous, because neither part can contain a line feed. */
export function keyId(actor: string, key: string): string {
  return `${actor}\n${key}`;
}

interface KeyedByActor {
  readonly context: Pick<Submission['context'], 'actor'>;
  readonly idempotency?: Submission['idempotency'];
}

/**
 * Loads the submissions' read set and the records of their idempotency keys. To read the current state, lock the head
 * first. `keyed` lists the keys to look up. If keys may be recorded as HMACs, pass each key in every form in which it
 * could be recorded (`LogKeys.allFormsOf`).
 */
export async function loadBatchState(
  sql: Sql,
  submissions: readonly Submission[],
  keyed: readonly KeyedByActor[] = submissions,
): Promise<BatchState> {
  const keys = idempotencyKeys(keyed);
  const [loaded, usedKeys] = await Promise.all([
    loadLedgerState(sql, readSetOfBatch(submissions)),
    keys.keys.length === 0
      ? []
      : sql.query<UsedIdempotencyKey>(SELECT_KEYS, [textArray(keys.actors), textArray(keys.keys)]),
  ]);
  const idempotencyRecords = new Map(
    usedKeys.map((used) => [keyId(used.actor, used.key), toIdempotencyRecord(used)]),
  );
  return { ...loaded, idempotencyRecords };
}

/**
 * Loads the state that `ids` names, along with the accounts and recipients of the transactions. For one half of a
 * transfer between customers, also loads the other half (TRF-61).
 */
export async function loadLedgerState(sql: Sql, ids: ReadSet): Promise<LoadedState> {
  const closing = [uuidArray(ids.openTransfersOf)];
  const isClosing = ids.openTransfersOf.length > 0;
  const [accounts, transactions, openTransfers, withOtherHolds, streams] = await Promise.all([
    sql.query<CheckedAccount>(SELECT_ACCOUNTS, [uuidArray(ids.accountIds), uuidArray(ids.transactionIds)]),
    ids.transactionIds.length === 0
      ? []
      : sql.query<CheckedTransaction>(SELECT_TRANSACTIONS, [uuidArray(ids.transactionIds)]),
    isClosing ? sql.query<CheckedTransaction>(SELECT_OPEN_TRANSFERS, closing) : [],
    isClosing ? sql.query<AccountId>(SELECT_WITH_OTHER_HOLDS, closing) : [],
    ids.streams.length === 0 ? [] : sql.query<StreamRow>(SELECT_STREAMS, [textArray(ids.streams)]),
  ]);
  const earlier = accounts.filter(({ isOfEarlierVersion }) => isOfEarlierVersion);
  const withOtherOutgoing = await loadWithOtherOutgoing(sql, earlier);
  const changed = [
    ...accounts.filter(({ isQuarantined }) => isQuarantined),
    ...[...transactions, ...openTransfers].filter(({ isAsLogged }) => !isAsLogged),
    ...withOtherHolds,
    ...withOtherOutgoing,
  ];
  const ledger = initialState();
  for (const row of accounts) ledger.accounts.set(row.accountId, row);
  for (const row of [...transactions, ...openTransfers]) ledger.transactions.set(row.transactionId, row);
  for (const row of streams) ledger.streamVersions.set(row.stream, row.version);
  return { ledger, quarantined: new Set(changed.map(({ accountId }) => accountId)) };
}

async function loadWithOtherOutgoing(sql: Sql, accounts: readonly AccountId[]): Promise<AccountId[]> {
  if (accounts.length === 0) return [];
  return sql.query(SELECT_WITH_OTHER_OUTGOING, [uuidArray(accounts.map(({ accountId }) => accountId))]);
}

interface AccountId {
  readonly accountId: string;
}

type CheckedAccount = AccountState & {
  readonly isQuarantined: boolean;
  readonly isOfEarlierVersion: boolean;
};
type CheckedTransaction = TransactionState & { readonly isAsLogged: boolean };

function readSetOfBatch(submissions: readonly Submission[]): ReadSet {
  const accountIds = new Set<string>(Object.values(SYSTEM_ACCOUNTS));
  const transactionIds = new Set<string>();
  const openTransfersOf = new Set<string>();
  const streams = new Set<string>();
  for (const { command } of submissions) {
    const readSet = readSetOf(command);
    for (const id of readSet.accountIds) accountIds.add(id);
    for (const id of readSet.transactionIds) transactionIds.add(id);
    for (const id of readSet.openTransfersOf) openTransfersOf.add(id);
    for (const stream of readSet.streams) streams.add(stream);
  }
  return {
    accountIds: [...accountIds],
    transactionIds: [...transactionIds],
    openTransfersOf: [...openTransfersOf],
    streams: [...streams],
  };
}

function idempotencyKeys(submissions: readonly KeyedByActor[]) {
  const actors: string[] = [];
  const keys: string[] = [];
  for (const { context, idempotency } of submissions) {
    if (idempotency === undefined) continue;
    actors.push(context.actor);
    keys.push(idempotency.key);
  }
  return { actors, keys };
}

interface StreamRow {
  stream: string;
  version: number;
}

function toIdempotencyRecord(used: UsedIdempotencyKey): IdempotencyRecord {
  const { fingerprint, transactionId, firstPosition, lastPosition, recordedAt } = used;
  return { fingerprint, receipt: { transactionId, firstPosition, lastPosition, recordedAt } };
}

// A row that contradicts the account's last entry or events was not written by the writer. The lateral select is one
// primary-key lookup per account. The outer `where` uses `any` with one array, so finding each account's row is a
// primary-key lookup too; with `or`, the planner would read the whole table. The version of the account's stream is
// looked up only if the row's version differs from the last entry's, because this lookup costs as much as all other
// lookups together. If the row's version equals the last entry's but the stream's is higher, the stream's unique index
// refuses the write. An account without entries has sent no transfers, so its daily total must be empty.
const SELECT_ACCOUNTS = `select ${LEDGER_ACCOUNT.fields},
    (posted_cents, held_cents) is distinct from (coalesce(posted_after_cents, 0), coalesce(held_after_cents, 0))
      or version <> coalesce(account_version, -1) and version is distinct from ${LOGGED_VERSION}
      or status <> ${LOGGED_STATUS}
      or (account_version is null or outgoing_day_cents_after is not null)
        and (outgoing_day, outgoing_day_cents) is distinct from (outgoing_day_after, coalesce(outgoing_day_cents_after, 0))
      or exists (select from ledger_quarantine known where known.account_id = ledger_account.account_id)
      as "isQuarantined",
    account_version is not null and outgoing_day_cents_after is null as "isOfEarlierVersion"
  from ledger_account left join lateral (
    select posted_after_cents, held_after_cents, account_version, outgoing_day_after, outgoing_day_cents_after
      from ledger_entry entry
      where entry.account_id = ledger_account.account_id order by position desc limit 1) as last on true
  where account_id = any($1::uuid[] || array(
    select unnest(array[account_id, recipient_id]) from ledger_transaction where transaction_id = any($2::uuid[])))`;

// Entries written by earlier releases have no daily total. For accounts whose last entry is one of these, the total is
// computed from all of their transfers.
const SELECT_WITH_OTHER_OUTGOING = `select account_id as "accountId" from ledger_account
  where account_id = any($1::uuid[]) and ${OUTGOING} <> ${LOGGED_OUTGOING}`;

// Closing an account must end all of its open transfers. If the transfers' amounts don't add up to the account's holds,
// a row was changed, and a transfer could be missed.
const SELECT_WITH_OTHER_HOLDS = `select account_id as "accountId" from ledger_account
  where account_id = any($1::uuid[]) and held_cents <> ${HELD_BY_TRANSFERS}`;

const SELECT_CHECKED_TRANSACTIONS = `select ${LEDGER_TRANSACTION.fields}, ${IS_AS_LOGGED} as "isAsLogged"
  from ledger_transaction`;

const SELECT_TRANSACTIONS = `${SELECT_CHECKED_TRANSACTIONS} where transaction_id = any($1::uuid[] || array(
    select pair_id from ledger_transaction where transaction_id = any($1::uuid[]) and pair_id is not null))`;

const SELECT_OPEN_TRANSFERS = `${SELECT_CHECKED_TRANSACTIONS} where account_id = any($1::uuid[])
  and kind = 'transfer' and status not in ('completed', 'failed', 'cancelled')`;

const SELECT_STREAMS = `select stream, max(version) as version from ledger_event
  where stream = any($1::text[]) group by stream`;

// With `limit 1`, each key takes one primary-key lookup. For a plain join, the planner may read the whole table.
const SELECT_KEYS = `select known.* from unnest($1::text[], $2::text[]) as requested (actor, key), lateral (
    select ${LEDGER_IDEMPOTENCY_KEY.fields} from ledger_idempotency_key
    where actor = requested.actor and key = requested.key limit 1) as known`;
