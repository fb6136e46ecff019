import type { Outcome, Submission } from './submission.js';

/**
 * Maximum number of queued submissions. If the queue is full, `submit` fails immediately, so callers notice overload
 * early (LED-12).
 */
const MAX_QUEUED = 10_000;
/** Maximum submissions per commit. Larger batches gain little and delay the first caller. */
const MAX_BATCH = 500;
/**
 * If at least this many submissions are waiting, the next batch is decided while the current one is being committed.
 * With fewer, the extra commit costs more than the overlap saves.
 */
const PIPELINE_THRESHOLD = 64;

/** A submission with the promise callbacks of its caller. */
export interface QueuedSubmission {
  readonly submission: Submission;
  /** In milliseconds, as returned by `performance.now()`. */
  readonly queuedAt: number;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/** The submissions waiting for a batch, in order of arrival. */
export class SubmissionQueue {
  private readonly queued: QueuedSubmission[] = [];
  private thresholdReached: () => void = () => undefined;

  get length(): number {
    return this.queued.length;
  }

  get isFull(): boolean {
    return this.queued.length >= MAX_QUEUED;
  }

  /** Whether there are enough waiting submissions for a pipelined batch. */
  get hasReachedThreshold(): boolean {
    return this.queued.length >= PIPELINE_THRESHOLD;
  }

  /** Adds a submission. Resolves with the outcome from its batch. */
  add(submission: Submission): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.queued.push({ submission, queuedAt: performance.now(), resolve, reject });
      if (this.hasReachedThreshold) this.thresholdReached();
    });
  }

  /** Resolves once there are enough waiting submissions for a pipelined batch. */
  nextThreshold(): Promise<void> {
    return new Promise((resolve) => (this.thresholdReached = resolve));
  }

  /**
   * Removes the next batch's submissions and returns them. Under load, their number is half of all submissions that are
   * queued or in flight, so one half can be decided while the other is written.
   */
  takeBatch(inFlightSize: number): QueuedSubmission[] {
    const half = Math.ceil((inFlightSize + this.queued.length) / 2);
    return this.queued.splice(0, Math.min(MAX_BATCH, Math.max(PIPELINE_THRESHOLD, half)));
  }
}
