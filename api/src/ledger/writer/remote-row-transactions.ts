import type { DataSource, EntityManager } from 'typeorm';
import type { EventLog } from '../log/event-log.port.js';
import type { RemoteLog } from '../log/remote-log.port.js';
import { newId } from '../../platform/crypto/new-id.js';
import type { PipelinedConnection } from '../../platform/database/pipelined-connection.js';
import { inSnapshot } from '../../platform/database/snapshot.js';
import { sqlOfManager, type Sql } from '../../platform/database/sql.js';
import { assertProjectable } from './assert-projectable.js';
import { Batch } from './batch.js';
import { ClockGuard } from './clock-guard.js';
import { loadBatchState } from './batch-state.js';
import { decideBatch } from './decide-batch.js';
import { asUnavailable } from './in-flight-batch.js';
import { loadPendingCommands, storePendingCommands } from './pending-commands.js';
import { withoutRefusals, type RowTransactions } from './row-transactions.js';
import {
  LedgerUnavailableError,
  type Outcome,
  type RowSubmission,
  type RowWork,
  type Submission,
} from './submission.js';

/** How long a transaction waits for the log before it rolls back. It may hold locks on rows meanwhile. */
const REACHABLE_WITHIN_MS = 3_000;
/** How long a caller waits for the events of a committed transaction. */
const APPENDED_WITHIN_MS = 10_000;

/** Transactions that may wait for the log. */
const MAX_PENDING = 1_000;

interface RemoteRowOptions {
  readonly dataSource: DataSource;
  /** Reads for decisions. Its snapshots must not take connections of `dataSource`, which callers hold. */
  readonly reads: PipelinedConnection;
  /** The copy of the log in PostgreSQL. */
  readonly log: EventLog;
  readonly remoteLog: Pick<RemoteLog, 'head'>;
  readonly now: () => Date;
  /** Appends and projects everything that is pending. */
  readonly drain: () => Promise<void>;
}

/**
 * Commits the rows together with their commands, which the writer appends to a log outside PostgreSQL afterwards. They
 * are decided twice: here on a snapshot, so that a refusal rolls back, and on the head of the log when they are appended.
 */
export class RemoteRowTransactions implements RowTransactions {
  private lastRead: Promise<unknown> = Promise.resolve();
  private readonly clock: ClockGuard | null;

  constructor(private readonly options: RemoteRowOptions) {
    this.clock = ClockGuard.of(options.now);
  }

  /**
   * Resolves once the events are projected, or after a while without them: the commands are stored and cannot be
   * refused any more.
   *
   * @throws LedgerUnavailableError the log cannot be reached; nothing was committed
   */
  async run<Result>(work: RowWork<Result>): Promise<Result> {
    const { dataSource, drain } = this.options;
    const { result, recorded } = await dataSource.transaction((manager) => this.work(manager, work));
    if (recorded.length > 0) await within(APPENDED_WITHIN_MS, drain()).catch(() => undefined);
    return result;
  }

  async close(): Promise<void> {
    await this.lastRead;
    await this.options.reads.close();
  }

  private async work<Result>(manager: EntityManager, work: RowWork<Result>) {
    const recorded: RowSubmission[] = [];
    const result = await withoutRefusals(
      (submit) => work(manager, submit),
      (submission) => this.record(manager, recorded, submission),
    );
    if (recorded.length > 0) {
      await storePendingCommands(sqlOfManager(manager), newId(), recorded).catch((error: unknown) => {
        throw asUnavailable(error);
      });
      await this.assertReachable();
    }
    return { result, recorded };
  }

  private async record(
    manager: EntityManager,
    recorded: RowSubmission[],
    submission: RowSubmission,
  ): Promise<Outcome> {
    // Throws after the end of the transaction.
    sqlOfManager(manager);
    const outcome = await this.decide([...recorded, submission]);
    if (!outcome.ok) return outcome;
    recorded.push(submission);
    return { ...outcome, receipt: { ...outcome.receipt, firstPosition: null, lastPosition: null } };
  }

  /** Decides commands behind everything that is pending. Returns the outcome of the last one. */
  private decide(submissions: readonly Submission[]): Promise<Outcome> {
    const { reads } = this.options;
    const decision = this.lastRead.then(async () => {
      const sql = await reads.open();
      try {
        return await inSnapshot(sql, () => this.decideOn(sql, submissions));
      } catch (cause) {
        throw reads.isCurrent(sql) ? cause : new LedgerUnavailableError({ cause });
      }
    });
    // One snapshot at a time on the connection.
    this.lastRead = decision.catch(() => undefined);
    return decision;
  }

  private async decideOn(sql: Sql, submissions: readonly Submission[]): Promise<Outcome> {
    const { log, now } = this.options;
    const pending = await loadPendingCommands(sql, MAX_PENDING);
    // They are appended at once if the log can be reached, so it cannot.
    if (pending.length === MAX_PENDING) throw new LedgerUnavailableError();
    const all = [...pending.flatMap((commands) => commands.submissions), ...submissions];
    const [head, state] = await Promise.all([
      log.head(sql),
      loadBatchState(sql, all, all, 'all'),
      this.clock?.check(sql),
    ]);
    const batch = new Batch(head, state);
    decideBatch(batch, all, this.clock?.time() ?? now());
    assertProjectable(batch.writes.events);
    const outcome = batch.outcomes.at(-1);
    if (outcome === undefined) throw new Error('the submission has no outcome');
    return outcome;
  }

  private async assertReachable(): Promise<void> {
    try {
      await within(REACHABLE_WITHIN_MS, this.options.remoteLog.head());
    } catch (cause) {
      throw new LedgerUnavailableError({ cause });
    }
  }
}

/** Rejects if `work` takes longer. */
async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`not finished within ${ms} ms`));
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
