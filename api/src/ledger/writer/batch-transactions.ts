import { HeadMovedError, type EventLog, type RecordedEvent } from '../log/event-log.port.js';
import type { PipelinedConnection } from '../../platform/database/pipelined-connection.js';
import type { BatchSigner } from '../signing/batch-signer.js';
import type { Clock } from '../../platform/time/clock.js';
import { allInOrder, settleAll, type ClientSql, type Sql } from '../../platform/database/sql.js';
import { Batch } from './batch.js';
import { loadBatchState, type BatchState } from './batch-state.js';
import type { Batches, PipelinedBatch } from './batches.js';
import { BufferedSql } from './buffered-sql.js';
import { ClockGuard } from './clock-guard.js';
import { decideAndSend } from './decide-and-send.js';
import type { LogKeys } from './hashed-keys.js';
import { InFlightBatch, asUnavailable } from './in-flight-batch.js';
import { LedgerIdentity, readLedgerId } from './ledger-identity.js';
import { openCheckedHead } from './open-checked-head.js';
import { LedgerUnavailableError, type Outcome, type Submission } from './submission.js';
import { commitAtOnce, type OpenBatch, type TransactionEnd } from './transaction-end.js';

/** A batch whose statements have been sent together with the end of its transaction. */
class SentTransaction extends InFlightBatch {
  readonly sql: ClientSql;

  constructor(open: OpenBatch, end: TransactionEnd, consecutivePipelined = 0) {
    super(open.batch, end(open), consecutivePipelined);
    this.sql = open.sql;
  }
}

/** Maximum attempts per batch. An attempt fails if its connection is lost or another event is appended first. */
const MAX_ATTEMPTS = 3;

interface BatchTransactionsOptions {
  readonly connection: PipelinedConnection;
  /** For reading the next batch's state while `connection` is busy writing the current batch. */
  readonly readAhead: PipelinedConnection;
  readonly log: EventLog;
  readonly signer: BatchSigner;
  readonly now: Clock;
  /** Finds idempotency keys that were recorded as HMACs. Not needed if the log has no such keys. */
  readonly keys?: LogKeys | null;
  readonly end?: TransactionEnd;
}

/**
 * Runs batches as transactions on a pipelined connection (docs/adr/0001). Sends the end of a transaction, such as a
 * commit, without waiting for the results of its writes. If a write failed, PostgreSQL rolls back instead. A pipelined
 * batch is also rolled back unless the log ends exactly at the head that its predecessor was expected to write
 * (`EventLog.append`). If the predecessor's transaction is prepared but not committed yet, the first write waits for
 * the lock on the head.
 */
export class BatchTransactions implements Batches {
  private readonly identity: LedgerIdentity;
  private readonly clock: ClockGuard | null;
  private readonly connection: PipelinedConnection;
  private readonly log: EventLog;
  private readonly end: TransactionEnd;

  constructor(private readonly options: BatchTransactionsOptions) {
    this.connection = options.connection;
    this.log = options.log;
    this.end = options.end ?? commitAtOnce;
    this.identity = new LedgerIdentity(options.log);
    this.clock = ClockGuard.of(options.now);
  }

  /** Locks the head, reads, decides and sends a batch. Rolls back before it throws. */
  async send(submissions: readonly Submission[]): Promise<SentTransaction> {
    const sql = await this.connection.open();
    try {
      const { batch } = await this.begin(sql, submissions, null);
      return await this.decideAndCommit(sql, batch, submissions);
    } catch (error) {
      await this.connection.rollback();
      throw asUnavailable(error);
    }
  }

  /**
   * Decides a batch based on the expected result of the batch in flight, but doesn't send it yet. The state it reads
   * might not include the writes of the batch in flight, so those writes are then applied to the state. Throws if there
   * is no connection or the batch cannot be decided.
   */
  async decidePipelined(
    inFlight: SentTransaction,
    submissions: readonly Submission[],
  ): Promise<PipelinedBatch> {
    const { batch: predecessor, sql, consecutivePipelined } = inFlight;
    const state = await this.loadState(await this.options.readAhead.open(), submissions);
    predecessor.copyWritesTo(state);
    const batch = new Batch(predecessor.head, state, predecessor.ledgerId);
    const buffer = new BufferedSql();
    const buffered = await this.decide(buffer, batch, submissions);
    const send = (): SentTransaction => {
      const begun = sql.query('begin');
      buffer.flushTo(sql);
      const open = { sql, batch, submissions, statements: [begun, ...buffered] };
      return new SentTransaction(open, this.end, consecutivePipelined + 1);
    };
    return { batch, send };
  }

  /**
   * Runs a batch in its own transaction and waits for the commit. Tries again if the connection is lost or another
   * event is appended first. `uncertain` is an earlier attempt at the same batch whose outcome may be unknown.
   *
   * @throws LedgerUnavailableError no attempt succeeded, or the outcome is still unknown
   */
  async run(submissions: readonly Submission[], uncertain: Batch | null): Promise<readonly Outcome[]> {
    // Ends a transaction that may still be open, or reveals that the connection is lost.
    if (uncertain !== null) await this.connection.rollback();
    let last = uncertain;
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
      const attempt = await this.attempt(submissions, last);
      if (attempt.committed) return attempt.outcomes;
      last = attempt.uncertain ?? last;
    }
    throw new LedgerUnavailableError();
  }

  /** Decides and writes inside the caller's transaction. Resolves once every write has succeeded. */
  async within(sql: Sql, submissions: readonly Submission[]): Promise<Batch> {
    const { log } = this;
    try {
      const [head, state, ledgerId] = await allInOrder([
        openCheckedHead(sql, log),
        this.loadState(sql, submissions),
        readLedgerId(sql, log),
        this.clock?.check(sql),
      ]);
      const batch = new Batch(head, state, ledgerId);
      await settleAll(await this.decide(sql, batch, submissions));
      return batch;
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.connection.close(), this.options.readAhead.close()]);
  }

  private async attempt(submissions: readonly Submission[], uncertain: Batch | null): Promise<Attempt> {
    const sql = await this.connection.open();
    let sent: SentTransaction | null = null;
    try {
      const { batch, isUncertainInLog } = await this.begin(sql, submissions, uncertain);
      if (isUncertainInLog && uncertain !== null) {
        await sql.query('rollback');
        return { committed: true, outcomes: uncertain.outcomes };
      }
      sent = await this.decideAndCommit(sql, batch, submissions);
      await sent.committed;
      return { committed: true, outcomes: batch.outcomes };
    } catch (error) {
      await this.connection.rollback();
      // A failed rollback closes the connection. Then the commit may have taken effect, even if the server reported
      // an error.
      if (!this.connection.isCurrent(sql)) return { committed: false, uncertain: sent?.batch ?? null };
      if (error instanceof HeadMovedError) return { committed: false, uncertain: null };
      throw asUnavailable(error);
    }
  }

  /**
   * Opens a transaction, locks the head and loads the batch's read set. If the previous attempt's outcome is unknown,
   * this also looks up that attempt's last event under the same lock. If the event is absent, that attempt can no
   * longer commit once this transaction has committed. An attempt without events needs no lookup, because deciding it
   * again is harmless.
   */
  private async begin(sql: Sql, submissions: readonly Submission[], uncertain: Batch | null) {
    const { log } = this;
    const nothing: RecordedEvent[] = [];
    // The statements are sent together and run in this order.
    const [, head, state, ledgerId, , [last]] = await allInOrder([
      sql.query('begin'),
      openCheckedHead(sql, log),
      this.loadState(sql, submissions),
      this.identity.load(sql),
      this.clock?.check(sql),
      uncertain?.hasEvents === true ? log.read(sql, uncertain.head.position - 1, 1) : nothing,
    ]);
    const isUncertainInLog = last !== undefined && uncertain?.head.hash.equals(last.hash) === true;
    return { batch: new Batch(head, state, ledgerId), isUncertainInLog };
  }

  private decide(sql: Sql, batch: Batch, submissions: readonly Submission[]): Promise<Promise<void>[]> {
    const { log, signer, now } = this.options;
    return decideAndSend(sql, { log, signer, now: this.clock?.time() ?? now() }, batch, submissions);
  }

  private async loadState(sql: Sql, submissions: readonly Submission[]): Promise<BatchState> {
    const { keys } = this.options;
    if (!keys) return loadBatchState(sql, submissions);
    const state = await loadBatchState(sql, submissions, keys.allFormsOf(submissions));
    keys.unify(state, submissions);
    return state;
  }

  private async decideAndCommit(
    sql: ClientSql,
    batch: Batch,
    submissions: readonly Submission[],
  ): Promise<SentTransaction> {
    const statements = await this.decide(sql, batch, submissions);
    return new SentTransaction({ sql, batch, submissions, statements }, this.end);
  }
}

/** `uncertain` is a batch whose commit was neither confirmed nor refused. */
type Attempt =
  | { readonly committed: true; readonly outcomes: readonly Outcome[] }
  | { readonly committed: false; readonly uncertain: Batch | null };
