import type { EntityManager } from 'typeorm';
import type { AccountEntry } from '../domain/apply.js';
import type { EventLog } from '../log/event-log.port.js';
import { sqlOfManager } from '../../platform/database/sql.js';
import { loadBatchState } from './batch-state.js';
import { BatchTransactions, type PendingCommit } from './batch-transactions.js';
import type { UncertainCommit } from './decide-and-write.js';
import { decideBatch } from './decide-batch.js';
import { LedgerBusyError, LedgerUnavailableError, type Outcome, type Submission } from './submission.js';

/** Commands that may wait; one more is refused at once, so that callers hear of an overload early. */
const MAX_QUEUED = 10_000;
/** Commands that share one commit. Larger batches gain little and make the first caller wait. */
const MAX_BATCH = 500;
/** So many commands must wait before they are decided ahead: for fewer, one commit more costs what is won. */
const PIPELINE_THRESHOLD = 64;
/** Batches that are not decided ahead after one that failed: its cause, another process say, is likely still there. */
const SERIAL_BATCHES_AFTER_FAILURE = 32;
/** Batches that are sent behind one another before other processes, which wait for the head, have their turn. */
const MAX_CONSECUTIVE_PIPELINED = 8;
/** How long a caller of `submitWithin` may do nothing in its transaction before the server ends it. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000;

interface QueuedSubmission {
  readonly submission: Submission;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/** A batch that was just sent; `startedAt` is when it was taken from the queue. */
interface TakenOff {
  readonly waiting: readonly QueuedSubmission[];
  readonly sent: PendingCommit;
  readonly startedAt: number;
}

/** A batch whose commit is on its way. */
interface InFlightBatch {
  readonly size: number;
  readonly commit: PendingCommit;
  /** Batches before it that it was sent behind, without a pause. */
  readonly consecutivePipelined: number;
  /** Each of its callers has been answered. Never rejects. */
  readonly settled: Promise<void>;
  hasSettled: boolean;
}

/** Outcomes that have not come to be, with the lines that they would add to accounts. */
export interface Preview {
  readonly outcomes: readonly Outcome[];
  readonly entries: readonly AccountEntry[];
}

export interface WriterStats {
  readonly queued: number;
  readonly batches: number;
  /** Those of the batches that were decided while the one before was being written. */
  readonly batchesAhead: number;
  readonly commands: number;
  readonly lastBatchSize: number;
}

/** Hears of every batch that was committed: how many commands shared it, and how long it took in milliseconds. */
export interface WriterObserver {
  committed(commands: number, ms: number): void;
}

/**
 * The one way into the ledger (group commit, design.md §3.4). Commands that arrive while a batch is written queue
 * up and share the next transaction; where many wait, the next batch is decided meanwhile, on what this one leads
 * to, and sent behind it. There is no timer: a lone command waits for nothing. Each caller gets its own outcome,
 * and only after its own commit.
 */
export class LedgerWriter {
  private readonly queue: QueuedSubmission[] = [];
  private running: Promise<void> | null = null;
  private closing = false;
  /** Above zero, nothing is sent behind a batch in flight. */
  private serialBatchesLeft = 0;
  private thresholdReached: () => void = () => undefined;
  private readonly counters = { batches: 0, batchesAhead: 0, commands: 0, lastBatchSize: 0 };

  constructor(
    private readonly transactions: BatchTransactions,
    private readonly log: EventLog,
    private readonly now: () => Date,
    private readonly observer: WriterObserver | null = null,
  ) {}

  /**
   * Executes a command in the next batch. Resolves when it is durably committed, or with the refusal. Throws
   * `LedgerBusyError` when the queue is full and `LedgerUnavailableError` when the database is out of reach.
   */
  submit(submission: Submission): Promise<Outcome> {
    if (this.closing) return Promise.reject(new LedgerUnavailableError());
    if (this.queue.length >= MAX_QUEUED) return Promise.reject(new LedgerBusyError());
    return new Promise((resolve, reject) => {
      this.queue.push({ submission, resolve, reject });
      if (this.queue.length >= PIPELINE_THRESHOLD) this.thresholdReached();
      this.running ??= this.drain();
    });
  }

  /**
   * Executes a command inside the caller's transaction, so that a decision and its table row stand or fall
   * together. Call it last: it holds the head of the log until that transaction ends. On a refusal nothing
   * is written and the caller should roll back.
   */
  async submitWithin(manager: EntityManager, submission: Submission): Promise<Outcome> {
    const sql = sqlOfManager(manager);
    // The head must not stay locked by a transaction that its program has forgotten.
    await sql.query(`set local idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_TIMEOUT_MS}`);
    return onlyOutcome(await this.transactions.within(sql, [submission]));
  }

  /**
   * What these commands would lead to if they were executed now, one after the other: nothing is written, and
   * nothing is promised. `manager` is in a transaction that reads one snapshot.
   */
  async preview(manager: EntityManager, submissions: readonly Submission[]): Promise<Preview> {
    const sql = sqlOfManager(manager);
    const head = await this.log.head(sql);
    const state = await loadBatchState(sql, submissions);
    const { outcomes, changes } = decideBatch(head, state, submissions, this.now());
    return { outcomes, entries: changes.entries };
  }

  stats(): WriterStats {
    return { queued: this.queue.length, ...this.counters };
  }

  /** Refuses new commands, finishes the queued ones and closes the connections. */
  async close(): Promise<void> {
    this.closing = true;
    await this.running;
    await this.transactions.close();
  }

  private async drain(): Promise<void> {
    let inFlight: InFlightBatch | null = null;
    // Lets everything that arrived in this turn of the event loop into the first batch.
    await nextTurn();
    while (this.queue.length > 0 || inFlight !== null) {
      inFlight =
        inFlight === null ? await this.start(this.takeBatch(0)) : await this.awaitOrPipeline(inFlight);
    }
    this.running = null;
  }

  /** The commands of the next batch: half of all where many wait, so that one half is decided while the other is written. */
  private takeBatch(inFlight: number): QueuedSubmission[] {
    const half = Math.ceil((inFlight + this.queue.length) / 2);
    return this.queue.splice(0, Math.min(MAX_BATCH, Math.max(PIPELINE_THRESHOLD, half)));
  }

  /** Sends a batch while nothing else is on its way: it locks the head before it looks at anything. */
  private async start(waiting: readonly QueuedSubmission[]): Promise<InFlightBatch | null> {
    this.serialBatchesLeft = Math.max(0, this.serialBatchesLeft - 1);
    const startedAt = performance.now();
    try {
      const sent = await this.transactions.send(submissionsOf(waiting));
      return this.track({ waiting, sent, startedAt }, null);
    } catch (error) {
      await this.recover(waiting, error, null);
      return null;
    }
  }

  /** Waits for the batch in flight, or sends another behind it as soon as many wait. */
  private async awaitOrPipeline(inFlight: InFlightBatch): Promise<InFlightBatch | null> {
    const thresholdReached = new Promise<void>((resolve) => (this.thresholdReached = resolve));
    if (!this.canPipelineBehind(inFlight)) await inFlight.settled;
    else if (this.queue.length < PIPELINE_THRESHOLD) await Promise.race([inFlight.settled, thresholdReached]);
    // Lets those who were just answered, or are about to ask, take part.
    await nextTurn();
    if (inFlight.hasSettled || this.queue.length < PIPELINE_THRESHOLD) {
      await inFlight.settled;
      return null;
    }
    const waiting = this.takeBatch(inFlight.size);
    const next = await this.pipelineBehind(inFlight, waiting);
    await inFlight.settled;
    return next ?? this.start(waiting);
  }

  /** Only where the head tells whether it was committed: a batch without events does not move it. */
  private canPipelineBehind({ commit, consecutivePipelined }: InFlightBatch): boolean {
    return (
      this.serialBatchesLeft === 0 &&
      commit.write.appended &&
      consecutivePipelined < MAX_CONSECUTIVE_PIPELINED
    );
  }

  /**
   * Decides a batch on what the one in flight leads to, and sends it behind that. Null where that can not be:
   * nothing was sent then, and whatever the reason was, it comes up again when nothing is in flight.
   */
  private async pipelineBehind(
    inFlight: InFlightBatch,
    waiting: readonly QueuedSubmission[],
  ): Promise<InFlightBatch | null> {
    const startedAt = performance.now();
    const ahead = await this.transactions
      .decidePipelined(inFlight.commit, submissionsOf(waiting))
      .catch(() => null);
    // From here to the last statement nothing waits: what is sent is not mixed with what mends a failure.
    if (ahead === null || !ahead.write.appended || this.serialBatchesLeft > 0) return null;
    this.counters.batchesAhead += 1;
    return this.track({ waiting, sent: ahead.send(), startedAt }, inFlight);
  }

  private track({ waiting, sent, startedAt }: TakenOff, before: InFlightBatch | null): InFlightBatch {
    const land = async (): Promise<void> => {
      try {
        await sent.committed;
        this.resolveCallers(waiting, sent.write.outcomes, startedAt);
      } catch (error) {
        // At once, so that nothing is sent behind it any more.
        this.serialBatchesLeft = SERIAL_BATCHES_AFTER_FAILURE;
        await before?.settled;
        await this.recover(waiting, error, sent.write);
      }
      flight.hasSettled = true;
    };
    const inARow = before === null ? 0 : before.consecutivePipelined + 1;
    const flight: InFlightBatch = {
      size: waiting.length,
      commit: sent,
      consecutivePipelined: inARow,
      settled: land(),
      hasSettled: false,
    };
    return flight;
  }

  /** Tries a failed batch once more together, and then its commands one by one, so that only the culprit fails. */
  private async recover(
    waiting: readonly QueuedSubmission[],
    cause: unknown,
    doubt: UncertainCommit,
  ): Promise<void> {
    this.serialBatchesLeft = SERIAL_BATCHES_AFTER_FAILURE;
    const startedAt = performance.now();
    try {
      if (cause instanceof LedgerUnavailableError) throw cause;
      this.resolveCallers(waiting, await this.transactions.run(submissionsOf(waiting), doubt), startedAt);
    } catch (error) {
      if (waiting.length === 1 || error instanceof LedgerUnavailableError) {
        for (const { reject } of waiting) reject(error);
        return;
      }
      for (const one of waiting) await this.recover([one], null, null);
    }
  }

  private resolveCallers(
    waiting: readonly QueuedSubmission[],
    outcomes: readonly Outcome[],
    startedAt: number,
  ): void {
    this.observer?.committed(waiting.length, performance.now() - startedAt);
    this.counters.batches += 1;
    this.counters.commands += waiting.length;
    this.counters.lastBatchSize = waiting.length;
    waiting.forEach(({ resolve }, index) => resolve(onlyOutcome(outcomes.slice(index, index + 1))));
  }
}

function submissionsOf(waiting: readonly QueuedSubmission[]): Submission[] {
  return waiting.map(({ submission }) => submission);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

function onlyOutcome(outcomes: readonly Outcome[]): Outcome {
  const [outcome] = outcomes;
  if (outcome === undefined) throw new Error('a submission was left without an outcome');
  return outcome;
}
