import type { EventLog, RecordedEvent } from '../log/event-log.port.js';
import type { PipelinedConnection } from '../../platform/database/pipelined-connection.js';
import { settleAll, type Sql } from '../../platform/database/sql.js';
import { loadBatchState, applyWriteSet } from './batch-state.js';
import { decideAndWrite, type PendingWrite, type UncertainCommit } from './decide-and-write.js';
import { BufferedSql } from './buffered-sql.js';
import { LedgerUnavailableError, type Outcome, type Submission } from './submission.js';

/** A batch that was sent together with its commit. */
export interface PendingCommit {
  readonly write: PendingWrite;
  readonly sql: Sql;
  /** Rejects unless everything was written and committed. No statement is under way any more when it settles. */
  readonly committed: Promise<void>;
}

/** A batch that was decided on one that is not committed yet. */
export interface BufferedTransaction {
  readonly write: PendingWrite;
  /** Sends it behind the other one, at once. */
  readonly send: () => PendingCommit;
}

/**
 * The transactions of batches, on a pipelined connection: `commit` travels behind the writes without waiting for
 * them, since PostgreSQL makes a `rollback` of it as soon as one of them fails. A batch that was decided ahead fails
 * in the same way unless the log ends exactly where the batch before it was to leave it (`EventLog.append`).
 */
export class BatchTransactions {
  constructor(
    private readonly connection: PipelinedConnection,
    /** Reads for the next batch while the other connection is busy writing this one. */
    private readonly readAhead: PipelinedConnection,
    private readonly log: EventLog,
    private readonly now: () => Date,
  ) {}

  /** Locks the head, looks up, decides and sends. Throws, with nothing left open, where it does not come to that. */
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
   * Decides submissions on what a batch in flight leads to. Everything is looked up while that batch may or may not
   * be committed; what it changes is taken from itself. Throws where there is no connection, or no valid decision.
   */
  async decidePipelined(
    inFlight: PendingCommit,
    submissions: readonly Submission[],
  ): Promise<BufferedTransaction> {
    const { write: before, sql } = inFlight;
    const state = await loadBatchState(await this.readAhead.open(), submissions);
    applyWriteSet(state, before.writeSet);
    const writes = new BufferedSql();
    const on = { head: before.head, state };
    const decided = await decideAndWrite(writes, this.log, on, submissions, this.now());
    const send = (): PendingCommit => {
      const begun = sql.query('begin');
      writes.flushTo(sql);
      return sendCommit(sql, begun, decided);
    };
    return { write: decided, send };
  }

  /**
   * One transaction from its start to its end; once more after a lost connection. `doubt` is the same batch, sent
   * before, of which it is unknown whether it was committed. Throws `LedgerUnavailableError` where the outcome
   * stays unknown.
   */
  async run(submissions: readonly Submission[], doubt: UncertainCommit): Promise<Outcome[]> {
    // Ends what may be left open, or finds out that the connection is lost.
    if (doubt !== null) await this.connection.rollback();
    const first = await this.attempt(submissions, doubt);
    if (first.committed) return first.outcomes;
    const second = await this.attempt(submissions, first.doubt ?? doubt);
    if (second.committed) return second.outcomes;
    throw new LedgerUnavailableError();
  }

  /** Decides and writes inside a transaction of the caller's; answers when every write is known to have succeeded. */
  async within(sql: Sql, submissions: readonly Submission[]): Promise<Outcome[]> {
    const [head, state] = await Promise.all([this.log.openHead(sql), loadBatchState(sql, submissions)]);
    const decided = await decideAndWrite(sql, this.log, { head, state }, submissions, this.now());
    await decided.written;
    return decided.outcomes;
  }

  async close(): Promise<void> {
    await Promise.all([this.connection.close(), this.readAhead.close()]);
  }

  private async attempt(submissions: readonly Submission[], doubt: UncertainCommit): Promise<Attempt> {
    const sql = await this.connection.open();
    let sent: PendingCommit | null = null;
    try {
      const { head, state, isDoubtInLog } = await this.begin(sql, submissions, doubt);
      if (isDoubtInLog && doubt !== null) {
        await sql.query('rollback');
        return { committed: true, outcomes: doubt.outcomes };
      }
      sent = await this.decideAndSend(sql, { head, state }, submissions);
      await sent.committed;
      return { committed: true, outcomes: sent.write.outcomes };
    } catch (error) {
      await this.connection.rollback();
      // A rollback that failed gave the connection up: the error was its end, even where it came as an answer.
      if (!this.connection.isCurrent(sql)) return { committed: false, doubt: sent?.write ?? null };
      throw timeoutAsUnavailable(error);
    }
  }

  /**
   * Opens a transaction, locks the head and looks up what the submissions touch. A batch in doubt is looked for
   * under the same lock, by the hash of its last event: where it is not there, it can not be committed any more
   * once this transaction is. One without events does no harm when it is decided again.
   */
  private async begin(sql: Sql, submissions: readonly Submission[], doubt: UncertainCommit) {
    const nothing: RecordedEvent[] = [];
    // They travel together, and run in this order.
    const [, head, state, [last]] = await Promise.all([
      sql.query('begin'),
      this.log.openHead(sql),
      loadBatchState(sql, submissions),
      doubt?.appended === true ? this.log.read(sql, doubt.head.position - 1, 1) : nothing,
    ]);
    return { head, state, isDoubtInLog: last !== undefined && doubt?.head.hash.equals(last.hash) === true };
  }

  private async decideAndSend(
    sql: Sql,
    on: Parameters<typeof decideAndWrite>[2],
    submissions: readonly Submission[],
  ): Promise<PendingCommit> {
    return sendCommit(
      sql,
      Promise.resolve(),
      await decideAndWrite(sql, this.log, on, submissions, this.now()),
    );
  }
}

type Attempt =
  | { readonly committed: true; readonly outcomes: Outcome[] }
  | { readonly committed: false; readonly doubt: UncertainCommit };

/** Sends the commit behind everything that `decided` has handed over. */
function sendCommit(sql: Sql, begun: Promise<unknown>, decided: PendingWrite): PendingCommit {
  const committed = settleAll([begun, decided.written, sql.query('commit')]).catch((error: unknown) => {
    throw timeoutAsUnavailable(error);
  });
  // As in `allOf`: whoever waits for it hears of it.
  committed.catch(() => undefined);
  return { write: decided, sql, committed };
}

const QUERY_CANCELED = '57014';

/** Whatever holds the head of the log would hold up each of the commands as long again. */
function timeoutAsUnavailable(error: unknown): unknown {
  const isTimeout = error instanceof Error && 'code' in error && error.code === QUERY_CANCELED;
  return isTimeout ? new LedgerUnavailableError({ cause: error }) : error;
}
