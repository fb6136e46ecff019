import { LogFencedError } from '../log/event-log.port.js';
import { RemoteLogUnavailableError } from '../log/remote-log.port.js';
import type { Batch } from './batch.js';
import { LedgerUnavailableError, type Outcome } from './submission.js';

/** A batch that has been sent and whose result is still pending. */
export class InFlightBatch {
  /** Resolves when every caller has its outcome. Never rejects. */
  settled: Promise<void> = Promise.resolve();
  hasSettled = false;

  constructor(
    readonly batch: Batch,
    /**
     * Rejects unless everything was written and committed. Once it settles, none of the batch's statements is still
     * running.
     */
    readonly committed: Promise<void>,
    /** Number of batches directly before this one in an unbroken pipeline. */
    readonly consecutivePipelined = 0,
  ) {
    // A failure before anyone awaits `committed` must not count as an unhandled rejection.
    committed.catch(() => undefined);
  }

  get outcomes(): readonly Outcome[] {
    return this.batch.outcomes;
  }

  /** Calls `settle`, which waits for the commit and gives the callers their outcomes. `settle` must not reject. */
  settleWith(settle: () => Promise<void>): void {
    this.settled = settle().then(() => {
      this.hasSettled = true;
    });
  }
}

/**
 * SQLSTATEs of a statement that took too long or waited too long for a lock. A transaction whose outcome is unknown
 * may hold that lock.
 */
const TIMEOUTS: ReadonlySet<unknown> = new Set(['57014', '55P03']);

/**
 * Converts an error to a `LedgerUnavailableError` if every retry would fail too. After a statement timeout, retrying
 * the commands one by one would wait just as long for each of them. A log that does not respond, or was moved to
 * another engine, accepts no command.
 */
export function asUnavailable(error: unknown): unknown {
  const isTimeout = error instanceof Error && 'code' in error && TIMEOUTS.has(error.code);
  const isLasting =
    isTimeout || error instanceof LogFencedError || error instanceof RemoteLogUnavailableError;
  return isLasting ? new LedgerUnavailableError({ cause: error }) : error;
}
