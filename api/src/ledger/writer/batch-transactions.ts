import type { EventLog, RecordedEvent } from '../log/event-log.port.js';
import type { PipelinedConnection } from '../../platform/database/pipelined-connection.js';
import { settleAll, type Sql } from '../../platform/database/sql.js';
import { loadBatchState, applyWriteSet } from './batch-state.js';
import { decideAndWrite, type PendingWrite, type UncertainCommit } from './decide-and-write.js';
import { BufferedSql } from './buffered-sql.js';
import { LedgerUnavailableError, type Outcome, type Submission } from './submission.js';

/** A batch that has been sent together with its `commit`. */
export interface PendingCommit {
  readonly write: PendingWrite;
  readonly sql: Sql;
  /**
   * Rejects unless everything was written and committed. Once it settles, no statement of the batch is still running.
   */
  readonly committed: Promise<void>;
}

/** A batch that was decided on the expected result of an uncommitted one and has not been sent yet. */
export interface BufferedTransaction {
  readonly write: PendingWrite;
  /** Sends the batch behind the uncommitted one, without waiting. */
  readonly send: () => PendingCommit;
}

/**
 * Runs batches as transactions on a pipelined connection (docs/adr/0001). `commit` is sent without waiting for the
 * results of the writes, because PostgreSQL turns it into a rollback once a write has failed. A pipelined batch fails
 * the same way unless the log ends exactly where its predecessor was expected to leave it (`EventLog.append`).
 */
export class BatchTransactions {
  constructor(
    private readonly connection: PipelinedConnection,
    /** Reads for the next batch while `connection` is busy writing the current one. */
    private readonly readAhead: PipelinedConnection,
    private readonly log: EventLog,
    private readonly now: () => Date,
  ) {}

  /** Locks the head, reads, decides and sends a batch. Rolls back before it throws. */
  async send(submissions: readonly Submission[]): Promise<PendingCommit> {
    const sql = await this.connection.open();
    try {
      const { head, state } = await this.begin(sql, submissions, null);
      return await this.decideAndSend(sql, { head, state }, submissions);
    } catch (error) {
      await this.connection.rollback();
      throw timeoutAsUnavailable(error);
    }
  }

  /**
   * Decides a batch on the expected result of the one in flight, without sending it. Its reads may or may not see the
   * commit of that batch, so the in-flight write set is applied over them. Throws if there is no connection or the
   * batch cannot be decided.
   */
  async decidePipelined(
    inFlight: PendingCommit,
    submissions: readonly Submission[],
  ): Promise<BufferedTransaction> {
    const { write: predecessor, sql } = inFlight;
    const state = await loadBatchState(await this.readAhead.open(), submissions);
    applyWriteSet(state, predecessor.writeSet);
    const statements = new BufferedSql();
    const base = { head: predecessor.head, state };
    const write = await decideAndWrite(statements, this.log, base, submissions, this.now());
    const send = (): PendingCommit => {
      const begun = sql.query('begin');
      statements.flushTo(sql);
      return sendCommit(sql, begun, write);
    };
    return { write, send };
  }

  /**
   * Runs a batch in its own transaction and waits for the commit. Retries once after a lost connection. `uncertain` is
   * an earlier attempt of the same batch whose outcome is unknown.
   *
   * @throws LedgerUnavailableError the outcome is still unknown
   */
  async run(submissions: readonly Submission[], uncertain: UncertainCommit | null): Promise<Outcome[]> {
    // Ends a transaction that may still be open, or reveals that the connection is lost.
    if (uncertain !== null) await this.connection.rollback();
    const first = await this.attempt(submissions, uncertain);
    if (first.committed) return first.outcomes;
    const second = await this.attempt(submissions, first.uncertain ?? uncertain);
    if (second.committed) return second.outcomes;
    throw new LedgerUnavailableError();
  }

  /** Decides and writes inside the caller's transaction. Resolves once every write has succeeded. */
  async within(sql: Sql, submissions: readonly Submission[]): Promise<Outcome[]> {
    const [head, state] = await Promise.all([this.log.openHead(sql), loadBatchState(sql, submissions)]);
    const write = await decideAndWrite(sql, this.log, { head, state }, submissions, this.now());
    await write.written;
    return write.outcomes;
  }

  async close(): Promise<void> {
    await Promise.all([this.connection.close(), this.readAhead.close()]);
  }

  private async attempt(
    submissions: readonly Submission[],
    uncertain: UncertainCommit | null,
  ): Promise<Attempt> {
    const sql = await this.connection.open();
    let sent: PendingCommit | null = null;
    try {
      const { head, state, isUncertainInLog } = await this.begin(sql, submissions, uncertain);
      if (isUncertainInLog && uncertain !== null) {
        await sql.query('rollback');
        return { committed: true, outcomes: uncertain.outcomes };
      }
      sent = await this.decideAndSend(sql, { head, state }, submissions);
      await sent.committed;
      return { committed: true, outcomes: sent.write.outcomes };
    } catch (error) {
      await this.connection.rollback();
      // A failed rollback closes the connection. The commit may have taken effect, even if the server reported an
      // error.
      if (!this.connection.isCurrent(sql)) return { committed: false, uncertain: sent?.write ?? null };
      throw timeoutAsUnavailable(error);
    }
  }

  /**
   * Opens a transaction, locks the head and loads the batch's read set. If the previous attempt's outcome is unknown,
   * this also looks up its last event under the same lock: if it is absent now, that attempt can no longer commit once
   * this transaction does. An attempt without events needs no lookup, because deciding it again is harmless.
   */
  private async begin(sql: Sql, submissions: readonly Submission[], uncertain: UncertainCommit | null) {
    const nothing: RecordedEvent[] = [];
    // The statements travel together and run in this order.
    const [, head, state, [last]] = await Promise.all([
      sql.query('begin'),
      this.log.openHead(sql),
      loadBatchState(sql, submissions),
      uncertain?.appended === true ? this.log.read(sql, uncertain.head.position - 1, 1) : nothing,
    ]);
    const isUncertainInLog = last !== undefined && uncertain?.head.hash.equals(last.hash) === true;
    return { head, state, isUncertainInLog };
  }

  private async decideAndSend(
    sql: Sql,
    base: Parameters<typeof decideAndWrite>[2],
    submissions: readonly Submission[],
  ): Promise<PendingCommit> {
    return sendCommit(
      sql,
      Promise.resolve(),
      await decideAndWrite(sql, this.log, base, submissions, this.now()),
    );
  }
}

type Attempt =
  | { readonly committed: true; readonly outcomes: Outcome[] }
  | { readonly committed: false; readonly uncertain: UncertainCommit | null };

/** Sends `commit` behind the statements of `write`. */
function sendCommit(sql: Sql, begun: Promise<unknown>, write: PendingWrite): PendingCommit {
  const committed = settleAll([begun, write.written, sql.query('commit')]).catch((error: unknown) => {
    throw timeoutAsUnavailable(error);
  });
  // A failure before anyone awaits `committed` must not count as an unhandled rejection.
  committed.catch(() => undefined);
  return { write, sql, committed };
}

const QUERY_CANCELED = '57014';

/** After a statement timeout, retrying the commands one by one would wait as long again for each of them. */
function timeoutAsUnavailable(error: unknown): unknown {
  const isTimeout = error instanceof Error && 'code' in error && error.code === QUERY_CANCELED;
  return isTimeout ? new LedgerUnavailableError({ cause: error }) : error;
}
