import { SYSTEM_ACCOUNTS, type AccountState } from '../domain/accounts.js';
import { readSetOf, type ReadSet } from '../domain/commands.js';
import { initialState, type LedgerState } from '../domain/state.js';
import type { TransactionState } from '../domain/transactions.js';
import { textArray, uuidArray } from '../../platform/database/row-arrays.js';
import type { Sql } from '../../platform/database/sql.js';
import { LEDGER_ACCOUNT } from '../tables/ledger-account.js';
import { LEDGER_IDEMPOTENCY_KEY, type UsedIdempotencyKey } from '../tables/ledger-idempotency-key.js';
import { LEDGER_TRANSACTION } from '../tables/ledger-transaction.js';
import type { Receipt, Submission } from './submission.js';

/** The stored result of an idempotency key's first use (LED-5). */
export interface IdempotencyRecord {
  readonly fingerprint: string;
  readonly receipt: Receipt;
}

/** The state on which a batch is decided: its read set and the records of its idempotency keys. */
export interface BatchState {
  readonly ledger: LedgerState;
  readonly idempotencyRecords: Map<string, IdempotencyRecord>;
  /** Accounts that no command may use, because their rows contradict the log (LED-31). */
  readonly quarantined: ReadonlySet<string>;
}

/** What `ledger_account` and `ledger_transaction` say, and whom not to believe. */
export interface LoadedState {
  readonly ledger: LedgerState;
  readonly quarantined: ReadonlySet<string>;
}

/** Map key of an actor's idempotency key (LED-7). Unambiguous, because neither part can contain a line feed. */
export function keyId(actor: string, key: string): string {
  return `${actor}\n${key}`;
}

interface KeyedByActor {
  readonly context: Pick<Submission['context'], 'actor'>;
  readonly idempotency?: Submission['idempotency'];
}

/**
 * Loads the read set of the submissions and the records of the keys of `keyed`. For a current snapshot, lock the head
 * first.
 */
export async function loadBatchState(
  sql: Sql,
  submissions: readonly Submission[],
  keyed: readonly KeyedByActor[] = submissions,
): Promise<BatchState> {
  const keys = idempotencyKeysOf(keyed);
  const [loaded, usedKeys] = await Promise.all([
    loadLedgerState(sql, readSetOfBatch(submissions)),
    keys.keys.length === 0
      ? []
      : sql.query<UsedIdempotencyKey>(SELECT_KEYS, [textArray(keys.actors), textArray(keys.keys)]),
  ]);
  const idempotencyRecords = new Map(
    usedKeys.map((used) => [keyId(used.actor, used.key), idempotencyRecordOf(used)]),
  );
  return { ...loaded, idempotencyRecords };
}

/** Loads these parts of the state, with the accounts of the transactions. */
export async function loadLedgerState(sql: Sql, ids: ReadSet): Promise<LoadedState> {
  const [accounts, transactions, openTransfers, streams] = await Promise.all([
    sql.query<CheckedAccount>(SELECT_ACCOUNTS, [uuidArray(ids.accountIds), uuidArray(ids.transactionIds)]),
    ids.transactionIds.length === 0
      ? []
      : sql.query<CheckedTransaction>(SELECT_TRANSACTIONS, [uuidArray(ids.transactionIds)]),
    ids.openTransfersOf.length === 0 ? [] : selectOpenTransfers(sql, [uuidArray(ids.openTransfersOf)]),
    ids.streams.length === 0 ? [] : sql.query<StreamRow>(SELECT_STREAMS, [textArray(ids.streams)]),
  ]);
  const ledger = initialState();
  const quarantined = new Set<string>();
  for (const row of accounts) {
    ledger.accounts.set(row.accountId, row);
    if (row.isQuarantined) quarantined.add(row.accountId);
  }
  for (const row of transactions) {
    ledger.transactions.set(row.transactionId, row);
    if (!row.isAsDecided) quarantined.add(row.accountId);
  }
  for (const row of openTransfers) ledger.transactions.set(row.transactionId, row);
  for (const row of streams) ledger.streamVersions.set(row.stream, row.version);
  return { ledger, quarantined };
}

type CheckedAccount = AccountState & { readonly isQuarantined: boolean };
type CheckedTransaction = TransactionState & { readonly isAsDecided: boolean };

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

function idempotencyKeysOf(submissions: readonly KeyedByActor[]) {
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

function idempotencyRecordOf(used: UsedIdempotencyKey): IdempotencyRecord {
  const { fingerprint, transactionId, firstPosition, lastPosition, recordedAt } = used;
  return { fingerprint, receipt: { transactionId, firstPosition, lastPosition, recordedAt } };
}

// The status that the log gives an account: that of its last event of these types, or open. A freeze from before the
// account was opened did not change it. A partial index has only these few events, so this is one lookup per account.
const LOGGED_STATUS = `coalesce((
      select case
          when type = 'AccountClosed' then 'closed'
          when type = 'AccountFrozen' and position > (
            select position from ledger_event where stream = 'account:' || account_id and version = 1) then 'frozen'
          else 'open' end
        from ledger_event changed
        where right(stream, 36) collate "C" = account_id::text collate "C"
          and type in ('AccountFrozen', 'AccountUnfrozen', 'AccountClosed')
        order by changed.position desc limit 1), 'open')`;

// A row that contradicts the account's last entry or its status in the log was not written by us. The lateral select is
// one primary-key lookup per account. `any($1)` instead of `or` keeps the lookup of the row; with `or` the planner reads
// the whole table.
const SELECT_ACCOUNTS = `select ${LEDGER_ACCOUNT.fields},
    (posted_cents, held_cents) is distinct from (coalesce(posted_after_cents, 0), coalesce(held_after_cents, 0))
      or version < coalesce(account_version, 0)
      or status <> ${LOGGED_STATUS}
      or exists (select from ledger_quarantine known where known.account_id = ledger_account.account_id)
      as "isQuarantined"
  from ledger_account left join lateral (
    select posted_after_cents, held_after_cents, account_version from ledger_entry entry
      where entry.account_id = ledger_account.account_id order by position desc limit 1) as last on true
  where account_id = any($1::uuid[] || array(
    select account_id from ledger_transaction where transaction_id = any($2::uuid[])))`;

// Only decisions on transactions read their rows. The event that created a transaction has its account and amount, and
// the event that changed its status last has the status.
const SELECT_TRANSACTIONS = `select ${LEDGER_TRANSACTION.fields}, coalesce((
      select payload ->> 'transactionId' = transaction_id::text and payload ->> 'accountId' = account_id::text
          and coalesce((payload ->> 'amountCents')::bigint, (payload ->> 'deltaCents')::bigint) = amount_cents
        from (select payload::json as payload from ledger_event where position = created_position) as created), false)
    and coalesce((
      select case type when 'TransactionStatusChanged' then payload ->> 'to' = status else true end
          and payload ->> 'accountId' = account_id::text
        from (select type, payload::json as payload from ledger_event where position = changed_position) as changed), false)
    as "isAsDecided"
  from ledger_transaction where transaction_id = any($1::uuid[])`;

const selectOpenTransfers = LEDGER_TRANSACTION.select(`where account_id = any($1::uuid[])
  and kind = 'transfer' and status not in ('completed', 'failed', 'cancelled')`);

const SELECT_STREAMS = `select stream, max(version) as version from ledger_event
  where stream = any($1::text[]) group by stream`;

// `limit 1` makes this one primary-key lookup per key; the planner may read the whole table for a plain join.
const SELECT_KEYS = `select known.* from unnest($1::text[], $2::text[]) as requested (actor, key), lateral (
    select ${LEDGER_IDEMPOTENCY_KEY.fields} from ledger_idempotency_key
    where actor = requested.actor and key = requested.key limit 1) as known`;
