import { Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { EventLog } from '../log/event-log.port.js';
import { sqlOfManager } from '../../platform/database/sql.js';
import { describeError } from '../../platform/logs/describe-error.js';
import type { Clock } from '../../platform/time/clock.js';
import { traced } from '../../platform/tracing/tracing.js';
import { Batch } from './batch.js';
import { loadBatchState } from './batch-state.js';
import type { Batches } from './batches.js';
import { decideBatch } from './decide-batch.js';
import type { InFlightBatch } from './in-flight-batch.js';
import type { PreparedTransactions } from './prepared-transactions.js';
import type { QuarantineRecorder } from './quarantine-recorder.js';
import type { RowTransactions } from './row-transactions.js';
import { SubmissionQueue, type QueuedSubmission } from './submission-queue.js';
import {
  LedgerBusyError,
  LedgerUnavailableError,
  type Outcome,
  type Preview,
  type RowWork,
  type Submission,
} from './submission.js';
import { traceBatch, type BatchTimes } from './trace-batch.js';

/**
 * How many batches run without pipelining after a failure. The cause of the failure (such as another writer) is
 * probably still present.
 */
const SERIAL_BATCHES_AFTER_FAILURE = 32;
/** Maximum consecutive pipelined batches, so other processes waiting for the head get a turn. */
const MAX_CONSECUTIVE_PIPELINED = 8;

export interface WriterStats {
  readonly queued: number;
  readonly batches: number;
  /** Batches that were decided while the previous one was being written; included in `batches`. */
  readonly pipelinedBatches: number;
  readonly commands: number;
  readonly lastBatchSize: number;
}

/**
 * Called for each committed batch, once its callers have been answered. `commands` is the batch's number of commands,
 * and `ms` is the time since the batch was started.
 */
export interface WriterObserver {
  committed(commands: number, ms: number): void;
}

/** A ledger writer's dependencies. */
export interface WriterParts {
  readonly batches: Batches;
  readonly log: EventLog;
  readonly now: Clock;
  readonly observer?: WriterObserver | null;
  /** Null if there is no data source for `transaction`. */
  readonly rows?: RowTransactions | null;
  /** Only for a log outside PostgreSQL. */
  readonly prepared?: PreparedTransactions | null;
  readonly quarantine?: QuarantineRecorder | null;
}

/**
 * The only way to write to the ledger. Uses group commit (docs/adr/0001): submissions that arrive during a write share
 * the next transaction. Under load, the next batch is decided based on the expected result of the current one and
 * pipelined behind it. There is no batching timer, so a lone submission is never delayed. Each caller receives its own
 * outcome, after its own commit.
 */
export class LedgerWriter {
  private readonly logger = new Logger('Ledger');
  private readonly queue = new SubmissionQueue();
  private running: Promise<void> | null = null;
  private closing = false;
  /** Nothing is pipelined while this is above zero. */
  private serialBatchesLeft = 0;
  private readonly counters = { batches: 0, pipelinedBatches: 0, commands: 0, lastBatchSize: 0 };

  constructor(private readonly parts: WriterParts) {}

  /**
   * Queues a command for the next batch. Resolves with the outcome, which can be a refusal, once it is durable.
   *
   * @throws LedgerBusyError the queue is full
   * @throws LedgerUnavailableError the writer is closing, the ledger cannot be used, or the outcome is unknown
   */
  submit(submission: Submission): Promise<Outcome> {
    if (this.closing) return Promise.reject(new LedgerUnavailableError());
    if (this.queue.isFull) return Promise.reject(new LedgerBusyError());
    const outcome = this.queue.add(submission);
    this.running ??= this.drain();
    return outcome;
  }

  /**
   * Opens a database transaction in which `work` changes table rows and submits commands. Commits both together
   * (LED-9). A refusal or an exception rolls everything back. Submit last: a command locks the head of the log until
   * the transaction ends.
   */
  transaction<Result>(work: RowWork<Result>): Promise<Result> {
    const { rows } = this.parts;
    if (!rows) throw new Error('this ledger writer has no data source');
    return traced({ name: 'ledger.transaction' }, () => rows.run(work));
  }

  /**
   * Decides commands in order, based on the current state, without writing anything. A later `submit` may have a
   * different outcome. `manager` must be in a transaction with a stable snapshot.
   */
  async preview(manager: EntityManager, submissions: readonly Submission[]): Promise<Preview> {
    const sql = sqlOfManager(manager);
    const head = await this.parts.log.head(sql);
    const batch = new Batch(head, await loadBatchState(sql, submissions));
    decideBatch(batch, submissions, this.parts.now());
    return { outcomes: batch.outcomes, entries: batch.writes.changes.entries };
  }

  stats(): WriterStats {
    return { queued: this.queue.length, ...this.counters };
  }

  /** Rejects new submissions, finishes the queued ones and closes the connections. */
  async close(): Promise<void> {
    this.closing = true;
    await this.running;
    const { batches, prepared, quarantine } = this.parts;
    await Promise.all([batches.close(), prepared?.close(), quarantine?.close()]);
  }

  /**
   * Completes the tables: settles abandoned transactions, and projects the events that the tables lack. Only for a log
   * outside PostgreSQL.
   *
   * @throws RemoteLogUnavailableError the log does not respond
   */
  async catchUp(): Promise<void> {
    await this.parts.prepared?.catchUp();
  }

  private async drain(): Promise<void> {
    let inFlight: InFlightBatch | null = null;
    // Lets the first batch include everything submitted in this turn of the event loop.
    await nextTurn();
    while (this.queue.length > 0 || inFlight !== null) {
      inFlight =
        inFlight === null ? await this.start(this.queue.takeBatch(0)) : await this.awaitOrPipeline(inFlight);
    }
    this.running = null;
  }

  /** Sends a batch while none is in flight: locks the head, then reads and decides. */
  private async start(queued: readonly QueuedSubmission[]): Promise<InFlightBatch | null> {
    this.serialBatchesLeft = Math.max(0, this.serialBatchesLeft - 1);
    const startedAt = performance.now();
    try {
      const inFlight = await this.parts.batches.send(submissionsOf(queued));
      return this.track(queued, inFlight, startedAt, null);
    } catch (error) {
      await this.recover(queued, error, null);
      return null;
    }
  }

  /** Waits for the batch in flight, or pipelines another behind it once enough submissions are waiting. */
  private async awaitOrPipeline(inFlight: InFlightBatch): Promise<InFlightBatch | null> {
    if (!this.canPipelineBehind(inFlight)) await inFlight.settled;
    else if (!this.queue.hasReachedThreshold)
      await Promise.race([inFlight.settled, this.queue.nextThreshold()]);
    // Callers that just received an outcome may submit again in this turn.
    await nextTurn();
    if (inFlight.hasSettled || !this.queue.hasReachedThreshold) {
      await inFlight.settled;
      return null;
    }
    const queued = this.queue.takeBatch(inFlight.outcomes.length);
    const next = await this.pipelineBehind(inFlight, queued);
    await inFlight.settled;
    return next ?? this.start(queued);
  }

  /**
   * Whether another batch can be pipelined behind this one. Nothing can be pipelined behind a batch without events,
   * because the head would not show whether that batch was committed.
   */
  private canPipelineBehind({ batch, consecutivePipelined }: InFlightBatch): boolean {
    return (
      this.serialBatchesLeft === 0 && batch.hasEvents && consecutivePipelined < MAX_CONSECUTIVE_PIPELINED
    );
  }

  /**
   * Decides a batch based on the expected result of the batch in flight, and sends it behind that batch. Returns null
   * if it sent nothing. The caller then runs the batch serially, which surfaces the error if it persists.
   */
  private async pipelineBehind(
    inFlight: InFlightBatch,
    queued: readonly QueuedSubmission[],
  ): Promise<InFlightBatch | null> {
    const startedAt = performance.now();
    const pipelined = await this.parts.batches
      .decidePipelined(inFlight, submissionsOf(queued))
      .catch(() => null);
    // There must be no `await` between this check and the end of `send`. Otherwise, the batch's SQL statements could
    // interleave with those of a recovery.
    if (pipelined === null || !pipelined.batch.hasEvents || this.serialBatchesLeft > 0) return null;
    this.counters.pipelinedBatches += 1;
    return this.track(queued, pipelined.send(), startedAt, inFlight);
  }

  /** Answers the callers of a sent batch once it commits, or recovers the batch if it fails. */
  private track(
    queued: readonly QueuedSubmission[],
    inFlight: InFlightBatch,
    startedAt: number,
    predecessor: InFlightBatch | null,
  ): InFlightBatch {
    const times = { startedAt, sentAt: performance.now() };
    inFlight.settleWith(async () => {
      try {
        await inFlight.committed;
      } catch (error) {
        // Set before the first `await`, so nothing more is pipelined behind the failed batch.
        this.serialBatchesLeft = SERIAL_BATCHES_AFTER_FAILURE;
        await predecessor?.settled;
        return this.recover(queued, error, inFlight.batch);
      }
      this.settle(queued, inFlight.outcomes, times);
    });
    return inFlight;
  }

  /**
   * Retries a failed batch as a whole, then one submission at a time, so only the faulty one fails (LED-11). If the
   * ledger is unavailable, rejects all of them.
   */
  private async recover(
    queued: readonly QueuedSubmission[],
    cause: unknown,
    uncertain: Batch | null,
  ): Promise<void> {
    this.serialBatchesLeft = SERIAL_BATCHES_AFTER_FAILURE;
    const startedAt = performance.now();
    let outcomes: readonly Outcome[];
    try {
      if (cause instanceof LedgerUnavailableError) throw cause;
      outcomes = await this.parts.batches.run(submissionsOf(queued), uncertain);
    } catch (error) {
      if (queued.length === 1 || error instanceof LedgerUnavailableError) {
        for (const { reject } of queued) reject(error);
        this.observe(() => traceBatch(queued, [], { startedAt, error }));
        return;
      }
      for (const one of queued) await this.recover([one], null, null);
      return;
    }
    this.settle(queued, outcomes, { startedAt });
  }

  /** Answers a committed batch's callers. Never throws, because a committed batch must not be retried. */
  private settle(queued: readonly QueuedSubmission[], outcomes: readonly Outcome[], times: BatchTimes): void {
    this.counters.batches += 1;
    this.counters.commands += queued.length;
    this.counters.lastBatchSize = queued.length;
    queued.forEach(({ resolve, reject }, index) => {
      const outcome = outcomes[index];
      if (outcome === undefined) reject(new Error('the submission has no outcome'));
      else resolve(outcome);
    });
    this.observe(() => this.parts.quarantine?.record(outcomes));
    this.observe(() => this.parts.observer?.committed(queued.length, performance.now() - times.startedAt));
    this.observe(() => traceBatch(queued, outcomes, times));
  }

  /** Calls an observer. An observer's error is logged and changes no outcome (OPS-50). */
  private observe(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.logger.error({ problem: 'an observer of the ledger failed', error: describeError(error) });
    }
  }
}

function submissionsOf(queued: readonly QueuedSubmission[]): Submission[] {
  return queued.map(({ submission }) => submission);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
