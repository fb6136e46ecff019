import type { RecordedEvent } from '../log/event-log.port.js';
import type { RemoteEvent } from '../log/remote-log.port.js';
import type { BatchSigner } from '../signing/batch-signer.js';
import type { BatchSignature } from '../tables/ledger-batch-signature.js';
import type { StagedTextRow } from '../tables/ledger-staged-text.js';
import { assertProjectable } from './assert-projectable.js';
import type { Batch } from './batch.js';
import type { Projection } from './remote-projector.js';
import { decideBatch } from './decide-batch.js';
import type { Outcome, Receipt, Submission } from './submission.js';

/** A batch for a remote log: its events with their metadata, and what is written to PostgreSQL before and after them. */
export interface DecidedBatch {
  readonly batch: Batch;
  readonly projection: Projection;
  readonly stagedTexts: readonly StagedTextRow[];
}

/** Submissions decided at a time. */
const MAX_PART = 128;

/**
 * Decides submissions in order and signs the batch. Yields to socket I/O and other requests between parts.
 *
 * @throws RangeError PostgreSQL would refuse an event
 */
export async function decideRemoteBatch(
  batch: Batch,
  submissions: readonly Submission[],
  now: Date,
  signer: BatchSigner,
): Promise<DecidedBatch> {
  for (let from = 0; from < submissions.length; from += MAX_PART) {
    if (from > 0) await new Promise(setImmediate);
    decideBatch(batch, submissions.slice(from, from + MAX_PART), now);
  }
  const { base, head, events, changes, texts, usedKeys } = batch.takeWrites();
  assertProjectable(events);
  const appended = appendedBy(submissions, batch.outcomes);
  const projection: Projection = {
    ...{ base, head, changes, texts },
    events: remoteEventsOf(events, appended, signer.sign(batch)),
    usedKeys: [...usedKeys.values()],
    ledger: batch.state.ledger,
  };
  return { batch, projection, stagedTexts: stagedTextsOf(events, appended) };
}

/** A submission that appends events: its first and its last one. */
interface Appended {
  readonly submission: Submission;
  readonly receipt: Receipt;
  readonly first: number;
  readonly last: number;
}

function appendedBy(submissions: readonly Submission[], outcomes: readonly Outcome[]): Appended[] {
  return submissions.flatMap((submission, index) => {
    const outcome = outcomes[index];
    if (outcome?.ok !== true || outcome.replayed) return [];
    const { receipt } = outcome;
    const { firstPosition: first, lastPosition: last } = receipt;
    return first === null || last === null ? [] : [{ submission, receipt, first, last }];
  });
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/**
 * Adds the metadata that restores the key and settles the pending commands after a crash, and the signature to the last
 * event.
 */
function remoteEventsOf(
  events: readonly RecordedEvent[],
  appended: readonly Appended[],
  signature: BatchSignature | null,
): RemoteEvent[] {
  // The spread comes last: adding properties after a spread is slow in V8.
  const remote = events.map((event): Mutable<RemoteEvent> => ({
    idempotency: null,
    pendingId: null,
    signature: null,
    ...event,
  }));
  const last = remote.at(-1);
  if (last !== undefined) last.signature = signature;
  const start = events[0]?.position ?? 0;
  for (const { submission, receipt, first, last } of appended) {
    const { idempotency, pendingId = null } = submission;
    const own = remote.slice(first - start, last - start + 1);
    for (const event of own) event.pendingId = pendingId;
    if (own[0] === undefined || idempotency === undefined) continue;
    own[0].idempotency = {
      ...idempotency,
      transactionId: receipt.transactionId,
      eventCount: own.length,
    };
  }
  return remote;
}

/** Texts are staged with the position and hash of the first event of their submission. */
function stagedTextsOf(events: readonly RecordedEvent[], appended: readonly Appended[]): StagedTextRow[] {
  const start = events[0]?.position ?? 0;
  return appended.flatMap(({ submission: { texts }, first }) => {
    const event = events[first - start];
    if (texts === undefined || event === undefined) return [];
    return [{ position: event.position, hash: event.hash, texts: JSON.stringify(texts) }];
  });
}
