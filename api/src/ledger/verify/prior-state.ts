import { isId, isSystemAccount, type AccountState } from '../domain/accounts.js';
import { accountStream, type SequencedEvent } from '../domain/events.js';
import { changedAccountId } from '../domain/freezes.js';
import { stepOf } from '../domain/transaction-step.js';
import type { ChainCheckedEvent } from '../log/chain-checked-event.js';
import type { RecordedEvent } from '../log/event-log.port.js';
import { CHANGED_TRANSACTION_ID, IS_TRANSACTION_CHANGE, LEDGER_EVENT } from '../tables/ledger-event.js';
import type { Sql } from '../../platform/database/sql.js';
import type { LogFold } from './log-fold.js';
import { parseOrNull } from '../log/parse-or-null.js';
import { isFrozenAt } from '../log/is-frozen-at.js';
import type { TransactionSteps } from './transaction-steps.js';

/**
 * Loads the state of accounts, streams and transactions at a position, so that a fold can start there. Each is loaded
 * when a later event first refers to it. The state comes from the tables unchecked; only verifying the whole log
 * proves it correct.
 */
export class PriorState {
  private readonly accountIds = new Set<string>();
  private readonly streams = new Set<string>();
  private readonly transactionIds = new Set<string>();

  constructor(
    private readonly sql: Sql,
    private readonly position: number,
    private readonly fold: Pick<LogFold, 'state'>,
    private readonly steps: TransactionSteps,
  ) {}

  /** Yields the log's chunks unchanged, each after loading the state that its events need. */
  async *hydrate(chunks: AsyncIterable<ChainCheckedEvent[]>): AsyncGenerator<ChainCheckedEvent[]> {
    for await (const events of chunks) {
      // The fold reports events that can't be parsed.
      await this.load(events.flatMap((event) => parseOrNull(event) ?? []));
      yield events;
    }
  }

  private async load(events: readonly SequencedEvent[]): Promise<void> {
    const { accountIds, streams, transactionIds } = referencedIds(events);
    await Promise.all([
      this.loadAccounts(takeUnseen(accountIds, this.accountIds)),
      this.loadStreams(takeUnseen(streams, this.streams)),
      this.loadTransactions(takeUnseen(transactionIds, this.transactionIds)),
    ]);
  }

  private async loadAccounts(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const rows = await this.sql.query<PriorAccountRow>(SELECT_ACCOUNTS, [ids, this.position]);
    for (const row of rows) {
      const account = toAccountState(row);
      if (account.version > 0) this.fold.state.accounts.set(account.accountId, account);
    }
  }

  private async loadStreams(streams: readonly string[]): Promise<void> {
    if (streams.length === 0) return;
    const rows = await this.sql.query<{ stream: string; version: number }>(SELECT_STREAMS, [
      streams,
      this.position,
    ]);
    for (const { stream, version } of rows) this.fold.state.streamVersions.set(stream, version);
  }

  /** Adds transactions' earlier steps, as if the log had been read from its first event. */
  private async loadTransactions(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const rows = await this.sql.query<RecordedEvent>(SELECT_STEPS, [ids, this.position]);
    for (const event of rows.flatMap((row) => parseOrNull(row) ?? [])) {
      const step = stepOf(event);
      if (step !== null) this.steps.add(step);
    }
  }
}

function referencedIds(events: readonly SequencedEvent[]) {
  const accountIds: string[] = [];
  const streams: string[] = [];
  const transactionIds: string[] = [];
  for (const event of events) {
    const { stream, payload } = event;
    const accountId = changedAccountId(event);
    if (accountId !== null) accountIds.push(accountId);
    if (!('accountId' in payload)) streams.push(stream);
    if ('recipientId' in payload) accountIds.push(payload.recipientId);
    if ('entries' in payload) accountIds.push(...payload.entries.map(({ accountId }) => accountId));
    if ('transactionId' in payload) transactionIds.push(payload.transactionId);
  }
  return { accountIds: accountIds.filter(isId), streams, transactionIds: transactionIds.filter(isId) };
}

function takeUnseen(ids: readonly string[], seen: Set<string>): string[] {
  return ids.filter((id) => !seen.has(id) && seen.add(id));
}

interface PriorAccountRow {
  readonly accountId: string;
  readonly postedCents: number | null;
  readonly heldCents: number | null;
  readonly entryVersion: number | null;
  readonly streamVersion: number | null;
  readonly lastType: string | null;
  readonly isFrozen: boolean | null;
  readonly outgoingDay: string | null;
  readonly outgoingDayCents: number | null;
}

function toAccountState(row: PriorAccountRow): AccountState {
  const { accountId, entryVersion, streamVersion } = row;
  return {
    accountId,
    status: row.lastType === 'AccountClosed' ? 'closed' : row.isFrozen === true ? 'frozen' : 'open',
    postedCents: row.postedCents ?? 0,
    heldCents: row.heldCents ?? 0,
    // System accounts have no stream; each of their entries counts as a version.
    version: (isSystemAccount(accountId) ? entryVersion : streamVersion) ?? 0,
    outgoingDay: row.outgoingDay,
    outgoingDayCents: row.outgoingDayCents ?? 0,
  };
}

const ACCOUNT_STREAM = accountStream('');

// A transfer counts toward its bank day while it is held or posted (TRF-8), so a day's total is the sum of
// `hold_cents - amount_cents` over the entries of its transfers. Bank days never go backward (domain/decide.ts), so the
// last day's transfers come after all others and few rows are read.
const SELECT_ACCOUNTS = `
  select requested.account_id as "accountId", latest.posted_after_cents as "postedCents",
    latest.held_after_cents as "heldCents", latest.account_version as "entryVersion",
    event.version as "streamVersion", event.type as "lastType",
    ${isFrozenAt('requested.account_id', '$2')} as "isFrozen",
    day.bank_day as "outgoingDay", day.cents as "outgoingDayCents"
  from unnest($1::uuid[]) as requested (account_id)
  left join lateral (
    select posted_after_cents, held_after_cents, account_version from ledger_entry
    where account_id = requested.account_id and position <= $2 order by position desc limit 1
  ) as latest on true
  left join lateral (
    select version, type from ledger_event
    where stream = '${ACCOUNT_STREAM}' || requested.account_id and position <= $2 order by version desc limit 1
  ) as event on true
  left join lateral (
    select last.bank_day, (
      select coalesce(sum(entry.hold_cents - entry.amount_cents), 0)::bigint
      from ledger_entry entry join ledger_transaction transaction using (transaction_id)
      where entry.account_id = requested.account_id and entry.position <= $2
        and entry.position > coalesce((
          select created_position from ledger_transaction
          where account_id = requested.account_id and kind = 'transfer' and created_position <= $2
            and bank_day <> last.bank_day
          order by created_position desc limit 1), 0)
        and transaction.kind = 'transfer' and transaction.bank_day = last.bank_day
    ) as cents
    from (
      select bank_day from ledger_transaction
      where account_id = requested.account_id and kind = 'transfer' and created_position <= $2
      order by created_position desc limit 1
    ) as last
  ) as day on true`;

const SELECT_STREAMS = `select stream, max(version) as version from ledger_event
  where stream = any($1::text[]) and position <= $2 group by stream`;

// One index contains only the few events that change transactions. So the cost does not depend on how many other events
// the accounts have.
const SELECT_STEPS = `
  select ${LEDGER_EVENT.fields} from (
    select ${LEDGER_EVENT.names} from ledger_event where position in (
      select created_position from ledger_transaction
      where transaction_id = any($1::uuid[]) and created_position <= $2)
    union all
    select ${LEDGER_EVENT.names} from ledger_event
    where ${CHANGED_TRANSACTION_ID} = any($1::text[]) and ${IS_TRANSACTION_CHANGE} and position <= $2
  ) as event
  order by position`;
