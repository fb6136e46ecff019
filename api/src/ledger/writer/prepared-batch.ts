import type { Head } from '../log/event-log.port.js';
import type { RemoteEvent } from '../log/remote-log.port.js';
import type { BatchSignature } from '../tables/ledger-batch-signature.js';
import type { Batch } from './batch.js';
import type { LogKeys } from './hashed-keys.js';
import type { Submission } from './submission.js';

/** A transaction's events. The name under which the transaction is prepared is derived from them. */
export interface PreparedBatch {
  /** The head of the log before the events. */
  readonly base: Head;
  readonly events: readonly RemoteEvent[];
}

/** Returns the events of consecutive decided batches in the form that a log outside PostgreSQL stores. */
export function preparedBatchOf(
  decided: readonly { readonly batch: Batch; readonly submissions: readonly Submission[] }[],
  keys: LogKeys,
): PreparedBatch {
  const [first] = decided;
  if (first === undefined) throw new Error('no batch was decided');
  const events = decided.flatMap(({ batch, submissions }) => remoteEventsOf(batch, submissions, keys));
  return { base: first.batch.base, events };
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Returns a batch's events with what is needed to restore idempotency keys and signatures from the log. */
function remoteEventsOf(batch: Batch, submissions: readonly Submission[], keys: LogKeys): RemoteEvent[] {
  // The spread comes last: adding properties after a spread is slow in V8.
  const events = batch.events.map((event): Mutable<RemoteEvent> => ({
    idempotency: null,
    signature: null as BatchSignature | null,
    ...event,
  }));
  const last = events.at(-1);
  if (last !== undefined) last.signature = batch.signature;
  const start = batch.base.position + 1;
  for (const [index, submission] of submissions.entries()) {
    const { context, idempotency } = submission;
    const outcome = batch.outcomes[index];
    if (outcome?.ok !== true || outcome.replayed || idempotency === undefined) continue;
    const { transactionId, firstPosition, lastPosition } = outcome.receipt;
    if (firstPosition === null || lastPosition === null) continue;
    const event = events[firstPosition - start];
    if (event === undefined) continue;
    const eventCount = lastPosition - firstPosition + 1;
    event.idempotency = { ...keys.hashedFormOf({ context, idempotency }), transactionId, eventCount };
  }
  return events;
}
