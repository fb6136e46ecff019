import type { EntityManager } from 'typeorm';
import type { EntryLine } from '../domain/evolve.js';
import type { EventLog } from '../log/event-log.port.js';
import { sqlOfManager } from '../../platform/database/sql.js';
import { loadBatchState } from './batch-state.js';
import { BatchTransactions, type SentBatch } from './batch-transactions.js';
import type { Doubt } from './decided-batch.js';
import { prepareBatch } from './prepare-batch.js';
import { LedgerBusyError, LedgerUnavailableError, type Outcome, type Submission } from './submission.js';

/** Commands that may wait; one more is refused at once, so that callers hear of an overload early. */
const MAX_QUEUED = 10_000;
/** Commands that share one commit. Larger batches gain little and make the first caller wait. */
const MAX_BATCH = 500;
/** So many commands must wait before they are decided ahead: for fewer, one commit more costs what is won. */
const AHEAD_FROM = 64;
/** Batches that are not decided ahead after one that failed: its cause, another process say, is likely still there. */
const CAUTIOUS_BATCHES = 32;
/** Batches that are sent behind one another before other processes, which wait for the head, have their turn. */
const MAX_IN_A_ROW = 8;
/** How long a caller of `submitWithin` may do nothing in its transaction before the server ends it. */
const FORGOTTEN_AFTER_MS = 15_000;

interface Waiting {
  readonly submission: Submission;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/** A batch that was just sent; `startedAt` is when it was taken from the queue. */
interface TakenOff {
  readonly waiting: readonly Waiting[];
  readonly sent: SentBatch;
  readonly startedAt: number;
}

/** A batch whose commit is on its way. */
interface Flight {
  readonly size: number;
  readonly sent: SentBatch;
  /** Batches before it that it was sent behind, without a pause. */
  readonly inARow: number;
  /** Each of its callers has been answered. Never rejects. */
  readonly landed: Promise<void>;
  hasLanded: boolean;
}

/** Outcomes that have not come to be, with the lines that they would add to accounts. */
export interface Preview {
  readonly outcomes: readonly Outcome[];
  readonly lines: readonly EntryLine[];
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
  private readonly queue: Waiting[] = [];
  private running: Promise<void> | null = null;
  private closing = false;
  /** Above zero, nothing is sent behind a batch in flight. */
  private cautiousFor = 0;
  private manyWait: () => void = () => undefined;
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
      if (this.queue.length >= AHEAD_FROM) this.manyWait();
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
    await sql.query(`set local idle_in_transaction_session_timeout = ${FORGOTTEN_AFTER_MS}`);
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
    const { outcomes, changes } = prepareBatch(head, state, submissions, this.now());
    return { outcomes, lines: changes.lines };
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
    let inFlight: Flight | null = null;
    // Lets everything that arrived in this turn of the event loop into the first batch.
    await nextTurn();
    while (this.queue.length > 0 || inFlight !== null) {
      inFlight = inFlight === null ? await this.start(this.take(0)) : await this.goOn(inFlight);
    }
    this.running = null;
  }

  /** The commands of the next batch: half of all where many wait, so that one half is decided while the other is written. */
  private take(inFlight: number): Waiting[] {
    const half = Math.ceil((inFlight + this.queue.length) / 2);
    return this.queue.splice(0, Math.min(MAX_BATCH, Math.max(AHEAD_FROM, half)));
  }

  /** Sends a batch while nothing else is on its way: it locks the head before it looks at anything. */
  private async start(waiting: readonly Waiting[]): Promise<Flight | null> {
    this.cautiousFor = Math.max(0, this.cautiousFor - 1);
    const startedAt = performance.now();
    try {
      const sent = await this.transactions.send(submissionsOf(waiting));
      return this.flightOf({ waiting, sent, startedAt }, null);
    } catch (error) {
      await this.recover(waiting, error, null);
      return null;
    }
  }

  /** Waits for the batch in flight, or sends another behind it as soon as many wait. */
  private async goOn(inFlight: Flight): Promise<Flight | null> {
    const manyWait = new Promise<void>((resolve) => (this.manyWait = resolve));
    if (!this.mayBeFollowed(inFlight)) await inFlight.landed;
    else if (this.queue.length < AHEAD_FROM) await Promise.race([inFlight.landed, manyWait]);
    // Lets those who were just answered, or are about to ask, take part.
    await nextTurn();
    if (inFlight.hasLanded || this.queue.length < AHEAD_FROM) {
      await inFlight.landed;
      return null;
    }
    const waiting = this.take(inFlight.size);
    const next = await this.follow(inFlight, waiting);
    await inFlight.landed;
    return next ?? this.start(waiting);
  }

  /** Only where the head tells whether it was committed: a batch without events does not move it. */
  private mayBeFollowed({ sent, inARow }: Flight): boolean {
    return this.cautiousFor === 0 && sent.decided.appended && inARow < MAX_IN_A_ROW;
  }

  /**
   * Decides a batch on what the one in flight leads to, and sends it behind that. Null where that can not be:
   * nothing was sent then, and whatever the reason was, it comes up again when nothing is in flight.
   */
  private async follow(inFlight: Flight, waiting: readonly Waiting[]): Promise<Flight | null> {
    const startedAt = performance.now();
    const ahead = await this.transactions
      .decideAhead(inFlight.sent, submissionsOf(waiting))
      .catch(() => null);
    // From here to the last statement nothing waits: what is sent is not mixed with what mends a failure.
    if (ahead === null || !ahead.decided.appended || this.cautiousFor > 0) return null;
    this.counters.batchesAhead += 1;
    return this.flightOf({ waiting, sent: ahead.send(), startedAt }, inFlight);
  }

  private flightOf({ waiting, sent, startedAt }: TakenOff, before: Flight | null): Flight {
    const land = async (): Promise<void> => {
      try {
        await sent.committed;
        this.answer(waiting, sent.decided.outcomes, startedAt);
      } catch (error) {
        // At once, so that nothing is sent behind it any more.
        this.cautiousFor = CAUTIOUS_BATCHES;
        await before?.landed;
        await this.recover(waiting, error, sent.decided);
      }
      flight.hasLanded = true;
    };
    const inARow = before === null ? 0 : before.inARow + 1;
    const flight: Flight = { size: waiting.length, sent, inARow, landed: land(), hasLanded: false };
    return flight;
  }

  /** Tries a failed batch once more together, and then its commands one by one, so that only the culprit fails. */
  private async recover(waiting: readonly Waiting[], cause: unknown, doubt: Doubt): Promise<void> {
    this.cautiousFor = CAUTIOUS_BATCHES;
    const startedAt = performance.now();
    try {
      if (cause instanceof LedgerUnavailableError) throw cause;
      this.answer(waiting, await this.transactions.run(submissionsOf(waiting), doubt), startedAt);
    } catch (error) {
      if (waiting.length === 1 || error instanceof LedgerUnavailableError) {
        for (const { reject } of waiting) reject(error);
        return;
      }
      for (const one of waiting) await this.recover([one], null, null);
    }
  }

  private answer(waiting: readonly Waiting[], outcomes: readonly Outcome[], startedAt: number): void {
    this.observer?.committed(waiting.length, performance.now() - startedAt);
    this.counters.batches += 1;
    this.counters.commands += waiting.length;
    this.counters.lastBatchSize = waiting.length;
    waiting.forEach(({ resolve }, index) => resolve(onlyOutcome(outcomes.slice(index, index + 1))));
  }
}

function submissionsOf(waiting: readonly Waiting[]): Submission[] {
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
