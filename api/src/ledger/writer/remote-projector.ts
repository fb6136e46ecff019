import type { ReadSet } from '../domain/commands.js';
import type { SequencedEvent } from '../domain/events.js';
import { changedAccountId } from '../domain/freezes.js';
import type { LedgerState } from '../domain/state.js';
import type { EventLog, Head, RecordedEvent } from '../log/event-log.port.js';
import { eventHash } from '../log/hash-chain.js';
import { parseEvent } from '../log/parse-event.js';
import { copiedEventLog } from '../log/postgres-event-log.js';
import type { RemoteEvent, RemoteLog } from '../log/remote-log.port.js';
import { emptyChanges, project, type ProjectionChanges } from '../projections/read-tables.js';
import { usedKeysOf } from '../log/used-keys.js';
import type { PipelinedConnection } from '../../platform/database/pipelined-connection.js';
import { settleAll, type Sql } from '../../platform/database/sql.js';
import { LEDGER_IDEMPOTENCY_KEY, type UsedIdempotencyKey } from '../tables/ledger-idempotency-key.js';
import type { TextsToStore } from '../texts/transaction-texts.js';
import { keyId, loadLedgerState } from './batch-state.js';
import { settlePendingCommands } from './pending-commands.js';
import { sendWrites } from './send-writes.js';
import { deleteStagedTexts, discardStagedTexts, loadStagedTexts } from './staged-texts.js';

/** Events that are in the remote log, with what they change in PostgreSQL. */
export interface Projection {
  readonly base: Head;
  readonly head: Head;
  readonly events: readonly RemoteEvent[];
  readonly changes: ProjectionChanges;
  readonly texts: readonly TextsToStore[];
  readonly usedKeys: readonly UsedIdempotencyKey[];
  /** The state after the events. */
  readonly ledger: LedgerState;
}

/** Events read from the remote log and projected in one transaction. */
const PAGE = 1_000;

/**
 * Writes events of a remote log to PostgreSQL: its copy of the log, the read tables, the idempotency keys and the texts,
 * and deletes the pending commands that they carry out, all in one transaction (docs/adr/0016). Several processes may
 * project the same events; the compare-and-set of the head lets only one of them commit.
 */
export class RemoteProjector {
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    /** Used for nothing else. */
    private readonly connection: PipelinedConnection,
    private readonly log: EventLog,
    private readonly remoteLog: Pick<RemoteLog, 'head' | 'read'>,
  ) {}

  /**
   * Projects the events of a batch. Fails if one of its keys is recorded already, which `catchUp` does not.
   *
   * @throws HeadMovedError they do not follow what is projected
   */
  project(projection: Projection): Promise<void> {
    return this.inTransaction((sql) => [sendNew(sql, projection), sql.query('commit')]);
  }

  /** Records keys of commands without events. */
  recordKeys(usedKeys: readonly UsedIdempotencyKey[]): Promise<void> {
    return this.inTransaction((sql) => [sendKeys(sql, usedKeys), sql.query('commit')]);
  }

  /**
   * Projects everything that is in the remote log by now and not in PostgreSQL. Ends there, even if others append all the
   * time. Calls `onProgress` with the position after each page.
   *
   * @throws RemoteLogUnavailableError the remote log cannot be read
   */
  async catchUp(onProgress?: (position: number) => void): Promise<void> {
    const goal = await this.remoteLog.head();
    for (;;) {
      const base = await this.serially(async () => this.log.head(await this.connection.open()));
      if (base.position >= goal.position) return;
      const reached = await this.projectPageAfter(base);
      onProgress?.(reached);
    }
  }

  /** Deletes the staged texts of appends that were refused. */
  discardStagedTexts(): Promise<void> {
    return this.inTransaction((sql) => [discardStagedTexts(sql), sql.query('commit')]);
  }

  /** Whether the event at the position of `head` is projected, and is that one. */
  hasProjected(head: Head): Promise<boolean> {
    return this.serially(async () => {
      const [event] = await this.log.read(await this.connection.open(), head.position - 1, 1);
      return event?.hash.equals(head.hash) === true;
    });
  }

  async close(): Promise<void> {
    await this.last;
    await this.connection.close();
  }

  /** Returns the position of the last event of the page. */
  private async projectPageAfter(base: Head): Promise<number> {
    const events = await this.remoteLog.read(base.position, PAGE);
    const last = events.at(-1);
    if (last === undefined)
      throw new Error(`the remote log has lost its events after position ${base.position}`);
    assertChained(base, events);
    await this.inTransaction((sql) => [this.projectAfter(sql, base, events)]);
    return last.position;
  }

  private async projectAfter(sql: Sql, base: Head, events: readonly RemoteEvent[]): Promise<void> {
    // The lock keeps the state that the events are applied to.
    const { position } = await this.log.openHead(sql);
    // Unless another process has projected events in between.
    if (position === base.position) await sendRestored(sql, await loadProjection(sql, base, events));
    await sql.query('commit');
  }

  /** Runs statements in a transaction, which `send` commits. PostgreSQL turns that into a rollback if one has failed. */
  private inTransaction(send: (sql: Sql) => Promise<unknown>[]): Promise<void> {
    return this.serially(async () => {
      const sql = await this.connection.open();
      try {
        const begun = sql.query('begin');
        await settleAll([begun, ...send(sql)]);
      } catch (error) {
        await this.connection.rollback();
        throw error;
      }
    });
  }

  /** Runs one piece of work at a time, because they share the connection. */
  private serially<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.last.then(work);
    this.last = result.catch(() => undefined);
    return result;
  }
}

/** Loads what events read from the remote log change. */
async function loadProjection(sql: Sql, base: Head, events: readonly RemoteEvent[]): Promise<Projection> {
  const parsed = events.map(parseEvent);
  const [{ ledger }, texts] = await Promise.all([
    loadLedgerState(sql, readSetOfEvents(parsed)),
    loadStagedTexts(sql, events),
  ]);
  const changes = emptyChanges();
  for (const event of parsed) project(ledger, event, changes);
  return { base, head: events.at(-1) ?? base, events, changes, texts, usedKeys: usedKeysOf(events), ledger };
}

/** Sends what was just decided. A plain insert of its keys, which are new, costs a third of one that looks for them. */
function sendNew(sql: Sql, projection: Projection): Promise<void> {
  return sendProjection(sql, projection, projection.usedKeys);
}

/** Sends what was read from the remote log. Commands without events may have recorded its keys meanwhile. */
function sendRestored(sql: Sql, projection: Projection): Promise<void> {
  return settleAll([sendProjection(sql, projection, []), sendKeys(sql, projection.usedKeys)]);
}

function sendProjection(
  sql: Sql,
  { base, head, events, changes, texts, ledger }: Projection,
  newKeys: readonly UsedIdempotencyKey[],
): Promise<void> {
  const usedKeys = new Map(newKeys.map((used) => [keyId(used.actor, used.key), used]));
  const writes = { base, head, events: [...events], changes, texts: [...texts], usedKeys };
  return settleAll([
    sendWrites(
      sql,
      copiedEventLog,
      { ...writes, size: events.length },
      { ledger, idempotencyRecords: new Map(), quarantined: new Set() },
      events.flatMap(({ signature }) => signature ?? []),
    ),
    deleteStagedTexts(sql, base.position, head.position),
    settlePendingCommands(sql, events),
  ]);
}

async function sendKeys(sql: Sql, usedKeys: readonly UsedIdempotencyKey[]): Promise<void> {
  if (usedKeys.length > 0) await sql.query(RECORD_KEYS, LEDGER_IDEMPOTENCY_KEY.values(usedKeys));
}

/** Returns what the events change. Accounts include those of their entries. */
function readSetOfEvents(events: readonly SequencedEvent[]): ReadSet {
  const accountIds = new Set<string>();
  const transactionIds = new Set<string>();
  const streams = new Set<string>();
  for (const event of events) {
    const { stream, payload } = event;
    streams.add(stream);
    const accountId = changedAccountId(event);
    if (accountId !== null) accountIds.add(accountId);
    if ('transactionId' in payload) transactionIds.add(payload.transactionId);
    if ('entries' in payload) for (const { accountId } of payload.entries) accountIds.add(accountId);
  }
  return {
    accountIds: [...accountIds],
    transactionIds: [...transactionIds],
    openTransfersOf: [],
    streams: [...streams],
  };
}

function assertChained(base: Head, events: readonly RecordedEvent[]): void {
  let { position, hash } = base;
  for (const event of events) {
    position += 1;
    if (event.position !== position || !eventHash(hash, event).equals(event.hash))
      throw new Error(`the remote log does not continue what is projected: event ${position} is not chained`);
    hash = event.hash;
  }
}

// A command without events may have recorded the key in the meantime. The key of the first one counts.
const RECORD_KEYS = `${LEDGER_IDEMPOTENCY_KEY.insert} on conflict (key, actor) do nothing`;
