import type { EntityManager } from 'typeorm';
import type { EntryLine } from '../domain/evolve.js';
import type { EventLog, Head } from '../log/event-log.port.js';
import { sqlOfManager, type Sql } from '../../platform/database/sql.js';
import { loadBatchState } from './batch-state.js';
import { prepareBatch } from './prepare-batch.js';
import { LedgerBusyError, LedgerUnavailableError, type Outcome, type Submission } from './submission.js';
import { writeBatch } from './write-batch.js';
import type { WriterConnection } from './writer-connection.js';

/** Commands that may wait; one more is refused at once, so that callers hear of an overload early. */
const MAX_QUEUED = 10_000;
/** Commands that share one commit. Larger batches gain little and make the first caller wait. */
const MAX_BATCH = 500;
/** Commands of a batch that are decided and sent at a time: PostgreSQL writes them while the next are decided. */
const MAX_CHUNK = 128;
/** How long a caller of `submitWithin` may do nothing in its transaction before the server ends it. */
const FORGOTTEN_AFTER_MS = 15_000;

interface Waiting {
  readonly submission: Submission;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/** Outcomes that have not come to be, with the lines that they would add to accounts. */
export interface Preview {
  readonly outcomes: readonly Outcome[];
  readonly lines: readonly EntryLine[];
}

export interface WriterStats {
  readonly queued: number;
  readonly batches: number;
  readonly commands: number;
  readonly lastBatchSize: number;
}

/** Hears of every batch that was committed: how many commands shared it, and how long it took in milliseconds. */
export interface WriterObserver {
  committed(commands: number, ms: number): void;
}

/**
 * The one way into the ledger. Keeps at most one transaction in flight; commands that arrive while it commits
 * queue up and share the next one (group commit, design.md §3.4). There is no timer: a lone command waits for
 * nothing. Each caller gets its own outcome.
 */
export class LedgerWriter {
  private readonly queue: Waiting[] = [];
  private running: Promise<void> | null = null;
  private closing = false;
  private readonly counters = { batches: 0, commands: 0, lastBatchSize: 0 };

  constructor(
    private readonly connection: WriterConnection,
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
    const { outcomes } = await this.decideAndWrite(sql, [submission]);
    return onlyOutcome(outcomes);
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

  /** Refuses new commands, finishes the queued ones and closes the connection. */
  async close(): Promise<void> {
    this.closing = true;
    await this.running;
    await this.connection.close();
  }

  private async drain(): Promise<void> {
    // Lets everything that arrived in this turn of the event loop into the first batch.
    await new Promise(setImmediate);
    while (this.queue.length > 0) {
      await this.commitOrSplit(this.queue.splice(0, MAX_BATCH));
    }
    this.running = null;
  }

  /** Commits a batch together; if it throws, its commands are tried one by one, so that only the culprit fails. */
  private async commitOrSplit(waiting: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await this.commit(waiting.map(({ submission }) => submission));
      waiting.forEach(({ resolve }, index) => resolve(onlyOutcome(outcomes.slice(index, index + 1))));
    } catch (error) {
      const [first] = waiting;
      if (first === undefined) return;
      if (waiting.length === 1 || error instanceof LedgerUnavailableError) {
        for (const { reject } of waiting) reject(error);
        return;
      }
      for (const one of waiting) await this.commitOrSplit([one]);
    }
  }

  /** One transaction; after a lost connection it finds out whether it was committed and retries it if not. */
  private async commit(submissions: readonly Submission[]): Promise<Outcome[]> {
    const first = await this.attempt(submissions);
    if (first.committed) return first.outcomes;
    if (first.inDoubt !== null && (await this.isInLog(first.inDoubt))) return first.inDoubt.outcomes;
    const second = await this.attempt(submissions);
    if (second.committed) return second.outcomes;
    throw new LedgerUnavailableError();
  }

  private async attempt(submissions: readonly Submission[]): Promise<Attempt> {
    const sql = await this.connection.open();
    const startedAt = performance.now();
    let inDoubt: Written | null = null;
    try {
      // Unawaited on purpose: the three travel together, and run in this order.
      const begun = sql.query('begin');
      const [written] = await Promise.all([this.decideAndWrite(sql, submissions), begun]);
      inDoubt = written;
      await sql.query('commit');
      this.count(submissions.length);
      this.observer?.committed(submissions.length, performance.now() - startedAt);
      return { committed: true, outcomes: written.outcomes };
    } catch (error) {
      if (this.connection.isOpen) await this.connection.rollback();
      // A rollback that failed gave the connection up: the error was its end, even where it came as an answer.
      if (!this.connection.isOpen) return { committed: false, inDoubt };
      // Whatever holds the head of the log would hold up each of the commands as long again.
      throw isStatementTimeout(error) ? new LedgerUnavailableError({ cause: error }) : error;
    }
  }

  /**
   * Decides and writes a batch, chunk by chunk, in the transaction that is open. Answers when every write is
   * known to have succeeded.
   */
  private async decideAndWrite(sql: Sql, submissions: readonly Submission[]): Promise<Written> {
    const [opened, state] = await Promise.all([this.log.openHead(sql), loadBatchState(sql, submissions)]);
    const now = this.now();
    const outcomes: Outcome[] = [];
    const writes: Promise<void>[] = [];
    let head = opened;
    for (const chunk of chunksOf(submissions)) {
      // Lets the socket and other requests have their turn.
      if (writes.length > 0) await new Promise(setImmediate);
      const batch = prepareBatch(head, state, chunk, now);
      const write = writeBatch(sql, this.log, head, batch, state);
      // Awaited below, where a failure counts; until then it must not pass for one that nobody handles.
      write.catch(() => undefined);
      writes.push(write);
      outcomes.push(...batch.outcomes);
      head = batch.head;
    }
    await Promise.all(writes);
    return { outcomes, head, appended: head.position > opened.position };
  }

  /**
   * Waits for the head, so that the lost transaction has ended, and looks for its last event by hash. Without
   * events there is nothing to look for, and deciding again does no harm. Where the look-up fails too, the
   * outcome stays unknown: nothing may be tried again then.
   */
  private async isInLog({ head, appended }: Written): Promise<boolean> {
    if (!appended) return false;
    const sql = await this.connection.open();
    try {
      await sql.query('begin');
      await this.log.openHead(sql);
      const [event] = await this.log.read(sql, head.position - 1, 1);
      await sql.query('commit');
      return event !== undefined && event.hash.equals(head.hash);
    } catch (cause) {
      await this.connection.rollback();
      throw new LedgerUnavailableError({ cause });
    }
  }

  private count(commands: number): void {
    this.counters.batches += 1;
    this.counters.commands += commands;
    this.counters.lastBatchSize = commands;
  }
}

/** What a transaction wrote: the answers to its callers, and where it left the log. */
interface Written {
  readonly outcomes: Outcome[];
  readonly head: Head;
  /** Whether there was any event to write. */
  readonly appended: boolean;
}

type Attempt =
  | { readonly committed: true; readonly outcomes: Outcome[] }
  | { readonly committed: false; readonly inDoubt: Written | null };

const QUERY_CANCELED = '57014';

function isStatementTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === QUERY_CANCELED;
}

function* chunksOf(submissions: readonly Submission[]): Generator<readonly Submission[]> {
  for (let from = 0; from < submissions.length; from += MAX_CHUNK) {
    yield submissions.slice(from, from + MAX_CHUNK);
  }
}

function onlyOutcome(outcomes: readonly Outcome[]): Outcome {
  const [outcome] = outcomes;
  if (outcome === undefined) throw new Error('a submission was left without an outcome');
  return outcome;
}
