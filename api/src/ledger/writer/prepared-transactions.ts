import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { newId } from '../../platform/crypto/new-id.js';
import type { PipelinedConnection } from '../../platform/database/pipelined-connection.js';
import { settleAll, type ClientSql } from '../../platform/database/sql.js';
import { abandonedStream } from '../domain/events.js';
import { initialState } from '../domain/state.js';
import { HeadMovedError, LogFencedError, type Head } from '../log/event-log.port.js';
import { LOG_START } from '../log/hash-chain.js';
import { IS_PREPARED_BATCH, preparedName, parseName, type PreparedName } from '../log/prepared-name.js';
import { RemoteLogUnavailableError, type RemoteLog } from '../log/remote-log.port.js';
import type { BatchSigner } from '../signing/batch-signer.js';
import { Batch } from './batch.js';
import { decideBatch } from './decide-batch.js';
import type { LogKeys } from './hashed-keys.js';
import { asUnavailable } from './in-flight-batch.js';
import type { LogCatchUp } from './log-catch-up.js';
import { preparedBatchOf, type PreparedBatch } from './prepared-batch.js';
import { LedgerUnavailableError, type Submission } from './submission.js';
import type { OpenBatch } from './transaction-end.js';

export interface SettleTimings {
  /**
   * How long a process tries to settle a transaction before the callers get an error. The transaction then stays
   * prepared.
   */
  readonly settleWithinMs: number;
  /** The pause between two attempts. */
  readonly retryMs: number;
  /** How often a process looks for abandoned prepared transactions. */
  readonly pollMs: number;
  /**
   * How long other processes leave a prepared transaction alone. The process that prepared it may just be slow. After
   * this time, any process settles it.
   */
  readonly graceMs: number;
}

export const DEFAULT_TIMINGS: SettleTimings = {
  settleWithinMs: 5_000,
  retryMs: 100,
  pollMs: 500,
  graceMs: 2_000,
};

export interface PreparedOptions {
  /** Connection for settling transactions. It is never in a transaction itself. */
  readonly connection: PipelinedConnection;
  readonly remoteLog: RemoteLog;
  readonly catchUp: LogCatchUp;
  readonly signer: BatchSigner;
  readonly keys: LogKeys;
  readonly timings: SettleTimings;
}

/** What happened to a prepared transaction. */
type Verdict = 'committed' | 'rolled back';

/**
 * Ends transactions whose events belong to a log outside PostgreSQL (docs/adr/0016). First, a transaction is prepared.
 * Then its events are appended. The transaction is committed only once the log has committed the events. If the outcome
 * of the append is unknown, the log decides: the transaction is committed if its events are there, and rolled back if
 * other events are at their positions. If nothing is there yet, the process tries to append an event that abandons the
 * batch. Every process also settles transactions that others have abandoned.
 */
export class PreparedTransactions {
  private timer: NodeJS.Timeout | undefined;
  private polling: Promise<void> = Promise.resolve();
  private isClosed = false;
  private ledgerId: Buffer | null = null;

  constructor(private readonly options: PreparedOptions) {}

  get keys(): LogKeys {
    return this.options.keys;
  }

  /** Ends the transaction of one of the writer's batches (`TransactionEnd`). */
  async end({ sql, batch, submissions, statements }: OpenBatch): Promise<void> {
    if (!batch.hasEvents) return this.endWithoutEvents(sql, batch, statements);
    const prepared = preparedBatchOf([{ batch, submissions }], this.options.keys);
    const tag = this.prepare(sql, prepared);
    try {
      await settleAll([...statements, tag]);
    } catch (error) {
      // If there was no answer, the transaction may have been prepared.
      if (!(error instanceof DatabaseError)) await this.abandon(prepared);
      throw asUnavailable(error);
    }
    await this.commit(prepared);
  }

  /**
   * Prepares the transaction that is open on a connection.
   *
   * @throws Error an earlier statement has failed, so the transaction was rolled back
   */
  async prepare(sql: Pick<ClientSql, 'command'>, prepared: PreparedBatch): Promise<void> {
    const tag = await sql.command(`prepare transaction '${preparedName(prepared).name}'`);
    if (!tag.startsWith('PREPARE')) throw new Error('the transaction was rolled back instead of prepared');
  }

  /** Returns the events of a transaction's decided batches. `prepare` and `commit` need these events. */
  eventsOf(
    decided: readonly { readonly batch: Batch; readonly submissions: readonly Submission[] }[],
  ): PreparedBatch {
    return preparedBatchOf(decided, this.options.keys);
  }

  /**
   * Appends the events of a prepared transaction, then commits the transaction.
   *
   * @throws HeadMovedError other events are at the positions of its events, so the transaction was rolled back
   * @throws LedgerUnavailableError the outcome is unknown, or the log was closed
   */
  async commit(prepared: PreparedBatch): Promise<void> {
    try {
      await this.options.remoteLog.append(prepared.base, prepared.events);
    } catch (error) {
      const isUndecided = error instanceof HeadMovedError || error instanceof RemoteLogUnavailableError;
      if (isUndecided) return this.settleOwn(prepared, error);
      // The append was never sent, or the log is closed.
      await this.abandon(prepared);
      throw asUnavailable(error);
    }
    await this.finish('commit', preparedName(prepared)).catch((cause: unknown) => {
      throw new LedgerUnavailableError({ cause });
    });
  }

  /** Rolls back a transaction whose events were not appended. If that fails, another process settles it. */
  async abandon(prepared: PreparedBatch): Promise<void> {
    await this.finish('rollback', preparedName(prepared)).catch(() => undefined);
  }

  /**
   * Settles transactions that have stayed prepared for longer than the grace period.
   *
   * @throws RemoteLogUnavailableError the log does not respond
   */
  async settleLeft(): Promise<void> {
    const sql = await this.options.connection.open();
    const left = await sql.query<{ name: string }>(SELECT_LEFT, [this.options.timings.graceMs / 1_000]);
    for (const { name } of left) {
      const prepared = parseName(name);
      if (prepared !== null) await this.settle(prepared);
    }
  }

  /**
   * Settles abandoned transactions, and projects the events that the tables lack.
   *
   * @throws RemoteLogUnavailableError the log does not respond
   */
  async catchUp(): Promise<void> {
    await this.settleLeft();
    await this.options.catchUp.run();
  }

  /** Keeps looking for abandoned prepared transactions until `close`. */
  startPolling(): void {
    this.timer = setTimeout(() => {
      this.polling = this.settleLeft()
        // Not logged: the next poll tries again, and the age of prepared transactions is a metric.
        .catch(() => undefined)
        .finally(() => {
          if (!this.isClosed) this.startPolling();
        });
    }, this.options.timings.pollMs);
    this.timer.unref();
  }

  /** Notifies the worker of new mail, because a prepared transaction cannot notify anyone (`ledger_announce`). */
  async announce(): Promise<void> {
    const sql = await this.options.connection.open();
    await sql.query('select ledger_announce()');
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.polling;
    await Promise.all([this.options.connection.close(), this.options.catchUp.close()]);
  }

  /**
   * Commits a batch without events if the log still ends where the batch began. If it doesn't, rolls the batch back and
   * throws `HeadMovedError`. Without this check, an outdated standby that has taken over could refuse the retry of a
   * command whose events are already in the log.
   */
  private async endWithoutEvents(
    sql: ClientSql,
    { base }: Batch,
    statements: readonly Promise<unknown>[],
  ): Promise<void> {
    try {
      await settleAll(statements);
      const { position, hash } = await this.options.remoteLog.head();
      if (position === base.position && hash.equals(base.hash)) {
        await sql.query('commit');
        return;
      }
      await sql.query('rollback');
      await this.options.catchUp.run();
    } catch (error) {
      throw asUnavailable(error);
    }
    throw new HeadMovedError();
  }

  private async settleOwn(prepared: PreparedBatch, cause: unknown): Promise<void> {
    let verdict: Verdict;
    try {
      verdict = await this.settle(preparedName(prepared));
    } catch (error) {
      throw new LedgerUnavailableError({ cause: error });
    }
    if (verdict === 'rolled back') throw new HeadMovedError({ cause });
  }

  /** Repeats `trySettle` until there is a verdict. */
  private async settle(prepared: PreparedName): Promise<Verdict> {
    const { settleWithinMs, retryMs } = this.options.timings;
    const deadline = Date.now() + settleWithinMs;
    for (;;) {
      const isLast = this.isClosed || Date.now() >= deadline;
      const verdict = await this.trySettle(prepared).catch((error: unknown) => {
        if (isLast) throw error;
        return null;
      });
      if (verdict !== null) return verdict;
      if (isLast) throw new RemoteLogUnavailableError();
      await delay(retryMs);
    }
  }

  /**
   * Reads the verdict from the log and ends the transaction accordingly. If the events' place in the log is free,
   * tries to take it. Returns null if the log must be read again.
   */
  private async trySettle(prepared: PreparedName): Promise<Verdict | null> {
    const [there] = await this.options.remoteLog.read(prepared.position - 1, 1);
    if (there === undefined) return this.takePlace(prepared);
    if (there.hash.equals(prepared.hash)) {
      await this.finish('commit', prepared);
      return 'committed';
    }
    await this.finish('rollback', prepared);
    await this.options.catchUp.run();
    return 'rolled back';
  }

  /**
   * Tries to take the batch's place with an event that abandons the batch. A free place proves nothing, because the
   * batch's own append may still arrive. A refused event proves nothing either: another process may have been faster,
   * or the leader may have refused because of an event that will never be replicated. So the log is read again, whether
   * the event was accepted or refused. A closed log no longer accepts any event in that place, so the transaction is
   * rolled back.
   */
  private async takePlace(prepared: PreparedName): Promise<Verdict | null> {
    const base = await this.headBefore(prepared.position);
    try {
      await this.options.remoteLog.append(base, await this.abandoning(base, prepared));
    } catch (error) {
      if (error instanceof LogFencedError) {
        await this.finish('rollback', prepared);
        return 'rolled back';
      }
      if (!(error instanceof HeadMovedError)) throw error;
    }
    return null;
  }

  private async headBefore(position: number): Promise<Head> {
    if (position === 1) return LOG_START;
    const [before] = await this.options.remoteLog.read(position - 2, 1);
    // The answer may come from a former leader that doesn't know its successor yet.
    if (before === undefined) throw new RemoteLogUnavailableError();
    return before;
  }

  private async abandoning(base: Head, { hash }: PreparedName) {
    const sql = await this.options.connection.open();
    const [time] = await sql.query<{ now: Date }>(
      "select date_trunc('milliseconds', clock_timestamp()) as now",
    );
    const batchHash = hash.toString('hex');
    const event = { type: 'BatchAbandoned', payload: { batchHash } } as const;
    const submission: Submission = {
      command: { type: 'RecordAudit', stream: abandonedStream(batchHash), event },
      context: { actor: 'system', correlationId: newId() },
    };
    const state = { ledger: initialState(), idempotencyRecords: new Map(), quarantined: new Set<string>() };
    const batch = new Batch(base, state, await this.ledgerIdAt(base));
    decideBatch(batch, [submission], time?.now ?? base.recordedAt);
    batch.takeWrites();
    batch.signature = this.options.signer.sign(batch);
    return this.eventsOf([{ batch, submissions: [submission] }]).events;
  }

  private async ledgerIdAt({ position }: Head): Promise<Buffer | null> {
    if (position === 0) return null;
    this.ledgerId ??= (await this.options.remoteLog.read(0, 1))[0]?.hash ?? null;
    return this.ledgerId;
  }

  /** Commits or rolls back a prepared transaction. Other processes may do so at the same time. */
  private async finish(how: 'commit' | 'rollback', { name }: PreparedName): Promise<void> {
    const deadline = Date.now() + this.options.timings.settleWithinMs;
    for (;;) {
      const sql = await this.options.connection.open();
      try {
        await sql.command(`${how} prepared '${name}'`);
        return;
      } catch (error) {
        const code = error instanceof DatabaseError ? error.code : undefined;
        if (code === UNDEFINED_OBJECT) return;
        if (code !== OBJECT_IN_USE || Date.now() >= deadline) throw error;
      }
      await delay(BUSY_PAUSE_MS);
    }
  }
}

/** The prepared transaction no longer exists: another process has finished it, in the only way that the log allows. */
const UNDEFINED_OBJECT = '42704';
/** Another process is finishing the prepared transaction. */
const OBJECT_IN_USE = '55000';
const BUSY_PAUSE_MS = 5;

const SELECT_LEFT = `select gid as name from pg_prepared_xacts where ${IS_PREPARED_BATCH}
    and prepared < clock_timestamp() - make_interval(secs => $1) order by prepared`;
