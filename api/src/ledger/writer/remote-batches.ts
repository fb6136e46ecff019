import { setTimeout as delay } from 'node:timers/promises';
import { HeadMovedError, LogFencedError, type EventLog, type Head } from '../log/event-log.port.js';
import { RemoteLogUnavailableError, type RemoteEvent, type RemoteLog } from '../log/remote-log.port.js';
import type { BatchSigner } from '../signing/batch-signer.js';
import type { PipelinedConnection } from '../../platform/database/pipelined-connection.js';
import { settleAll, type Sql } from '../../platform/database/sql.js';
import { Batch } from './batch.js';
import { loadBatchState, type BatchState } from './batch-state.js';
import type { Batches, PipelinedBatch } from './batches.js';
import { ClockGuard } from './clock-guard.js';
import { decideRemoteBatch, type DecidedBatch } from './decided-batch.js';
import type { HashedKeys } from './hashed-keys.js';
import { InFlightBatch, asUnavailable } from './in-flight-batch.js';
import { LedgerIdentity } from './ledger-identity.js';
import { loadPendingCommands } from './pending-commands.js';
import type { RemoteProjector } from './remote-projector.js';
import { stageTexts } from './staged-texts.js';
import { LedgerUnavailableError, type Outcome, type Submission } from './submission.js';

export interface RemoteTimings {
  /** How long an append is sent again, and how long a projection is tried again, before the callers get an error. */
  readonly settleWithinMs: number;
  /** The pause between two such attempts. */
  readonly retryMs: number;
  /** How often an idle writer looks for events and pending commands that others have left. */
  readonly pollMs: number;
}

export const DEFAULT_TIMINGS: RemoteTimings = { settleWithinMs: 10_000, retryMs: 100, pollMs: 1_000 };

/** Times that other writers may append first before a batch is given up. */
const MAX_ATTEMPTS = 20;
/** Pending commands in one batch, to stay below the size limit of an append. */
const MAX_PENDING = 50;

interface RemoteOptions {
  /** Reads for decisions, and stages texts. Used for nothing else. */
  readonly reads: PipelinedConnection;
  readonly projector: RemoteProjector;
  /** The copy of the log in PostgreSQL. */
  readonly log: EventLog;
  readonly remoteLog: RemoteLog;
  readonly keys: HashedKeys;
  readonly signer: BatchSigner;
  readonly now: () => Date;
  readonly timings: RemoteTimings;
}

/** A batch whose events are being appended and will then be projected. */
class AppendingBatch extends InFlightBatch {
  constructor(
    { batch }: DecidedBatch,
    /** Rejects unless the events are in the remote log. */
    readonly appended: Promise<void>,
    committed: Promise<void>,
    consecutivePipelined: number,
    outcomes: readonly Outcome[],
  ) {
    super(batch, committed, consecutivePipelined, outcomes);
    appended.catch(() => undefined);
  }
}

/**
 * Runs batches on a log outside PostgreSQL (docs/adr/0016): decides on a snapshot of the projected state, commits the
 * texts, appends the events after the head of the snapshot, and projects them in one transaction. If another process has
 * appended first, the log refuses, and the batch is decided again after a catch-up. Only one append is sent at a time:
 * the next one may be decided and staged meanwhile, and its projection follows this one's.
 */
export class RemoteBatches implements Batches {
  /** Whether the remote log may have events that are not projected. */
  private isBehind = true;
  private isClosed = false;
  private inFlight = 0;
  private lastRead: Promise<unknown> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private polling: Promise<void> = Promise.resolve();

  private readonly identity: LedgerIdentity;
  private readonly clock: ClockGuard | null;

  constructor(private readonly options: RemoteOptions) {
    this.identity = new LedgerIdentity(options.log);
    this.clock = ClockGuard.of(options.now);
  }

  async send(submissions: readonly Submission[]): Promise<AppendingBatch> {
    try {
      if (this.isBehind) await this.catchUp();
      const { decided, pending } = await this.decide(submissions);
      return this.commit(decided, pending, null);
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  async decidePipelined(
    inFlight: AppendingBatch,
    submissions: readonly Submission[],
  ): Promise<PipelinedBatch> {
    const predecessor = inFlight.batch;
    const hashed = submissions.map((submission) => this.options.keys.hash(submission));
    const { head, state } = await this.inSnapshot(async (sql) => {
      const [read, loaded] = await Promise.all([
        this.options.log.head(sql),
        this.loadState(sql, hashed, submissions),
      ]);
      return { head: read, state: loaded };
    });
    if (!isSame(head, predecessor.base) && !isSame(head, predecessor.head)) throw new HeadMovedError();
    predecessor.copyWritesTo(state);
    const { signer } = this.options;
    const batch = new Batch(predecessor.head, state, predecessor.ledgerId);
    const decided = await decideRemoteBatch(batch, hashed, this.time(), signer);
    return { batch, send: () => this.commit(decided, 0, inFlight) };
  }

  /** Needs no look-up of an uncertain attempt: it can only fail in this way if it is not in the log and never will be. */
  async run(submissions: readonly Submission[]): Promise<readonly Outcome[]> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      try {
        const sent = await this.send(submissions);
        await sent.committed;
        return sent.outcomes;
      } catch (error) {
        if (!(error instanceof HeadMovedError)) throw error;
      }
    }
    throw new LedgerUnavailableError();
  }

  /**
   * Starts to look for events and pending commands that others have left, at once and whenever no batch runs. An append
   * that was given up may still land, even if nobody writes any more. `drain` runs a batch without submissions.
   */
  startPolling(drain: () => Promise<void>): void {
    this.polling = this.poll(drain).finally(() => {
      if (this.isClosed) return;
      this.timer = setTimeout(() => this.startPolling(drain), this.options.timings.pollMs);
      this.timer.unref();
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.polling;
    await this.lastRead;
    await Promise.all([this.options.reads.close(), this.options.projector.close()]);
  }

  private async poll(drain: () => Promise<void>): Promise<void> {
    try {
      if (this.inFlight > 0 || !(await this.hasWork()) || this.isClosed) return;
      this.isBehind = true;
      await drain();
    } catch {
      // The next batch or poll meets the same error.
    }
  }

  private async hasWork(): Promise<boolean> {
    const { log, remoteLog } = this.options;
    const remote = await remoteLog.head();
    return this.inSnapshot(async (sql) => {
      const [head, pending] = await Promise.all([log.head(sql), loadPendingCommands(sql, 1)]);
      return this.isBehind || remote.position > head.position || pending.length > 0;
    });
  }

  private async catchUp(): Promise<void> {
    const { projector } = this.options;
    this.isBehind = false;
    try {
      await projector.catchUp();
      await projector.discardStagedTexts();
    } catch (error) {
      this.isBehind = true;
      throw error;
    }
  }

  /** Decides a batch: what is pending first, then the submissions. Returns the number of pending commands. */
  private async decide(submissions: readonly Submission[]) {
    const { keys, signer } = this.options;
    const hashed = submissions.map((submission) => keys.hash(submission));
    const { batch, pending } = await this.inSnapshot((sql) => this.read(sql, hashed, submissions));
    const decided = await decideRemoteBatch(batch, [...pending, ...hashed], this.time(), signer);
    return { decided, pending: pending.length };
  }

  /** There is rarely anything pending, so the state is read at the same time. */
  private async read(sql: Sql, hashed: readonly Submission[], submissions: readonly Submission[]) {
    const [head, stored, read, ledgerId] = await Promise.all([
      this.options.log.head(sql),
      loadPendingCommands(sql, MAX_PENDING),
      this.loadState(sql, hashed, submissions),
      this.identity.load(sql),
      this.clock?.check(sql),
    ]);
    const pending = stored.flatMap((commands) => commands.submissions);
    const state =
      pending.length === 0 ? read : await this.loadState(sql, [...pending, ...hashed], submissions);
    return { batch: new Batch(head, state, ledgerId), pending };
  }

  private time(): Date {
    return this.clock?.time() ?? this.options.now();
  }

  private async loadState(
    sql: Sql,
    hashed: readonly Submission[],
    submissions: readonly Submission[],
  ): Promise<BatchState> {
    const { keys } = this.options;
    const state = await loadBatchState(sql, hashed, keys.allFormsOf(submissions), 'all');
    keys.unify(state, submissions);
    return state;
  }

  /** Sends a batch behind `predecessor`, whose failure before the append is also that of this batch. */
  private commit(decided: DecidedBatch, pending: number, predecessor: AppendingBatch | null): AppendingBatch {
    this.inFlight += 1;
    const appended = this.appendBehind(decided, predecessor);
    const committed = this.projectBehind(decided, appended, predecessor).finally(() => {
      this.inFlight -= 1;
    });
    const consecutive = predecessor === null ? 0 : predecessor.consecutivePipelined + 1;
    return new AppendingBatch(
      decided,
      appended,
      committed,
      consecutive,
      decided.batch.outcomes.slice(pending),
    );
  }

  private async appendBehind(
    { projection: { base, events }, stagedTexts }: DecidedBatch,
    predecessor: AppendingBatch | null,
  ): Promise<void> {
    const staged = stagedTexts.length === 0 ? null : this.onReads((sql) => stageTexts(sql, stagedTexts));
    await Promise.all([staged, predecessor?.appended]);
    await (events.length > 0 ? this.append(base, events) : this.assertIsHead(base));
  }

  /**
   * A batch without events appends nothing that would prove its snapshot current. Without this, the retry of a command
   * whose events are in the log and not projected yet could be refused.
   *
   * @throws HeadMovedError the log has more events
   * @throws LedgerUnavailableError the log cannot be reached
   */
  private async assertIsHead(base: Head): Promise<void> {
    let head: Head;
    try {
      head = await this.options.remoteLog.head();
    } catch (error) {
      throw asUnavailable(error);
    }
    if (isSame(head, base)) return;
    this.isBehind = true;
    throw new HeadMovedError();
  }

  private async projectBehind(
    { projection }: DecidedBatch,
    appended: Promise<void>,
    predecessor: AppendingBatch | null,
  ): Promise<void> {
    await appended;
    await predecessor?.committed.catch(() => undefined);
    const { projector } = this.options;
    const { events, usedKeys } = projection;
    if (events.length > 0) {
      // From here on the events are in the log: the batch must not be decided again.
      await projector.project(projection).catch(() => this.recoverProjection(projection));
    } else if (usedKeys.length > 0) {
      await projector.recordKeys(usedKeys).catch((error: unknown) => {
        throw asUnavailable(error);
      });
    }
  }

  /**
   * Appends events, and sends them again while the outcome is unknown.
   *
   * @throws HeadMovedError they are not in the log and never will be
   * @throws LedgerUnavailableError the outcome is still unknown
   */
  private async append(base: Head, events: readonly RemoteEvent[]): Promise<void> {
    const { remoteLog, timings } = this.options;
    const deadline = performance.now() + timings.settleWithinMs;
    let isUnknown = false;
    for (;;) {
      try {
        await remoteLog.append(base, events);
        return;
      } catch (cause) {
        this.isBehind = true;
        // Another error refuses the events before they are sent, unless they were sent before.
        if (cause instanceof HeadMovedError) throw cause;
        if (cause instanceof LogFencedError) throw asUnavailable(cause);
        if (!isUnknown && !(cause instanceof RemoteLogUnavailableError)) throw cause;
        isUnknown = true;
        if (performance.now() > deadline) throw new LedgerUnavailableError({ cause });
      }
      await delay(timings.retryMs);
    }
  }

  /** A catch-up restores the keys that events carry. Those of commands without events are recorded here. */
  private async recoverProjection({ head, usedKeys }: DecidedBatch['projection']): Promise<void> {
    await this.awaitProjection(head);
    const eventless = usedKeys.filter(({ firstPosition }) => firstPosition === null);
    if (eventless.length === 0) return;
    await this.options.projector.recordKeys(eventless).catch((cause: unknown) => {
      throw new LedgerUnavailableError({ cause });
    });
  }

  /**
   * Waits until events that are in the log are projected, by this process or another.
   *
   * @throws LedgerUnavailableError this takes too long
   */
  private async awaitProjection(head: Head): Promise<void> {
    const { projector, timings } = this.options;
    const deadline = performance.now() + timings.settleWithinMs;
    for (;;) {
      try {
        await projector.catchUp();
        if (await projector.hasProjected(head)) return;
        throw new Error(`event ${head.position} was appended and is not in the log`);
      } catch (cause) {
        this.isBehind = true;
        if (performance.now() > deadline) throw new LedgerUnavailableError({ cause });
      }
      await delay(timings.retryMs);
    }
  }

  /** Runs `work` in one snapshot. Its first statements are sent together with those around them. */
  private inSnapshot<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.onReads(async (sql) => {
      const begun = sql.query('begin transaction isolation level repeatable read read only');
      const result = work(sql);
      try {
        await settleAll([begun, result]);
        return await result;
      } finally {
        // Nothing was written. A lost connection fails the next statement too.
        sql.query('rollback').catch(() => undefined);
      }
    });
  }

  /** Runs one piece of work at a time, because they share the connection. */
  private onReads<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    const result = this.lastRead.then(async () => work(await this.options.reads.open()));
    this.lastRead = result.catch(() => undefined);
    return result;
  }
}

function isSame(one: Head, other: Head): boolean {
  return one.position === other.position && one.hash.equals(other.hash);
}
