import type { ReadSet } from '../domain/commands.js';
import type { SequencedEvent } from '../domain/events.js';
import { changedAccountId } from '../domain/freezes.js';
import type { Head, RecordedEvent } from '../log/event-log.port.js';
import { isChainedTo } from '../log/hash-chain.js';
import { parseEvent } from '../log/parse-event.js';
import { copiedEventLog } from '../log/postgres-event-log.js';
import type { RemoteEvent, RemoteLog } from '../log/remote-log.port.js';
import { emptyChanges, project } from '../projections/read-tables.js';
import { usedKeysOf } from '../log/used-keys.js';
import type { PipelinedConnection } from '../../platform/database/pipelined-connection.js';
import { settleAll, type Sql } from '../../platform/database/sql.js';
import { LEDGER_IDEMPOTENCY_KEY } from '../tables/ledger-idempotency-key.js';
import { loadLedgerState } from './batch-state.js';
import { sendWrites } from './send-writes.js';

/** Events read and projected per transaction. */
const PAGE = 1_000;

/**
 * Projects those events of a log outside PostgreSQL that the tables do not have yet (docs/adr/0016). The tables can
 * lack events once PostgreSQL has been restored, once an outdated standby has taken over, or once there is a
 * `BatchAbandoned` event. Any number of processes may catch up concurrently.
 */
export class LogCatchUp {
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    /** Nothing else uses this connection. */
    private readonly connection: PipelinedConnection,
    private readonly remoteLog: Pick<RemoteLog, 'head' | 'read'>,
  ) {}

  /**
   * Projects the events up to the head that the log has when the run starts. Doesn't wait for events that others append
   * during the run. After each page, calls `onProgress` with the position of the page's last event.
   *
   * @throws RemoteLogUnavailableError the log cannot be read
   */
  run(onProgress?: (position: number) => void): Promise<void> {
    const result = this.running.then(() => this.catchUp(onProgress));
    this.running = result.catch(() => undefined);
    return result;
  }

  async close(): Promise<void> {
    await this.running;
    await this.connection.close();
  }

  private async catchUp(onProgress?: (position: number) => void): Promise<void> {
    const goal = await this.remoteLog.head();
    for (;;) {
      const base = await copiedEventLog.head(await this.connection.open());
      if (base.position >= goal.position) return;
      const events = await this.remoteLog.read(base.position, PAGE);
      const last = events.at(-1);
      if (last === undefined) throw new Error(`the log has lost its events after position ${base.position}`);
      assertChained(base, events);
      await this.project(base, events);
      onProgress?.(last.position);
    }
  }

  private async project(base: Head, events: readonly RemoteEvent[]): Promise<void> {
    const sql = await this.connection.open();
    try {
      await sql.query('begin');
      // The lock preserves the state that the events are applied to.
      const { position } = await copiedEventLog.openHead(sql);
      // If the position differs, another process has projected events since.
      if (position === base.position) await sendEvents(sql, base, events);
      await sql.query('commit');
    } catch (error) {
      await this.connection.rollback();
      throw error;
    }
  }
}

async function sendEvents(sql: Sql, base: Head, events: readonly RemoteEvent[]): Promise<void> {
  const parsed = events.map(parseEvent);
  const { ledger } = await loadLedgerState(sql, readSetOfEvents(parsed));
  const changes = emptyChanges();
  for (const event of parsed) project(ledger, event, changes);
  const head = events.at(-1) ?? base;
  const writes = {
    base,
    head,
    size: events.length,
    events: [...events],
    changes,
    texts: [],
    usedKeys: new Map(),
  };
  const state = { ledger, idempotencyRecords: new Map(), quarantined: new Set<string>() };
  const signatures = events.flatMap(({ signature }) => signature ?? []);
  const keys = usedKeysOf(events);
  await settleAll([
    sendWrites(sql, copiedEventLog, writes, state, signatures),
    keys.length === 0 ? Promise.resolve() : sql.query(RECORD_KEYS, LEDGER_IDEMPOTENCY_KEY.values(keys)),
  ]);
}

/** Returns what the events change, including the accounts in their entries. */
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
    if (event.position !== position || !isChainedTo(hash, event))
      throw new Error(`the log does not continue from the tables: event ${position} is not chained`);
    hash = event.hash;
  }
}

// A command without events may already have recorded the key. The first record wins.
const RECORD_KEYS = `${LEDGER_IDEMPOTENCY_KEY.insert} on conflict (key, actor) do nothing`;
