import type { Batch } from './batch.js';
import type { InFlightBatch } from './in-flight-batch.js';
import type { Outcome, Submission } from './submission.js';

/** A batch that was decided based on the expected result of the batch in flight. */
export interface PipelinedBatch {
  readonly batch: Batch;
  /** Sends this batch right after the batch in flight, without waiting for a result. */
  readonly send: () => InFlightBatch;
}

/** Decides, writes and commits batches for the ledger writer, each in one transaction (`BatchTransactions`). */
export interface Batches {
  /** Reads, decides and sends a batch. Leaves no transaction open if it throws. */
  send(submissions: readonly Submission[]): Promise<InFlightBatch>;
  /**
   * Decides a batch based on the expected result of `inFlight`, but doesn't send it yet. `inFlight` must have been sent
   * by this object. Throws if the batch cannot be decided.
   */
  decidePipelined(inFlight: InFlightBatch, submissions: readonly Submission[]): Promise<PipelinedBatch>;
  /**
   * Runs a batch on its own and waits for the commit. `uncertain` is an earlier attempt at the same batch whose outcome
   * may be unknown.
   *
   * @throws LedgerUnavailableError no attempt succeeded, or the outcome is still unknown
   */
  run(submissions: readonly Submission[], uncertain: Batch | null): Promise<readonly Outcome[]>;
  close(): Promise<void>;
}
