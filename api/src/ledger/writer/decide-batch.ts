import { decide } from '../domain/decide.js';
import { PAYLOAD_VERSIONS, type NewEvent, type SequencedEvent } from '../domain/events.js';
import { versionBefore } from '../domain/apply.js';
import type { LedgerCommand } from '../domain/commands.js';
import type { Head, RecordedEvent } from '../log/event-log.port.js';
import { eventHash } from '../log/hash-chain.js';
import { emptyChanges, project, type ProjectionChanges } from '../projections/read-tables.js';
import { keyId, type BatchState } from './batch-state.js';
import type { Outcome, Receipt, Submission, TextsToStore } from './submission.js';

/** An idempotency key to be stored with the receipt of its request. */
export interface UsedIdempotencyKey {
  readonly actor: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly receipt: Receipt;
}

/** A decided batch: the outcome of each submission, and everything to write in one transaction. */
export interface Batch {
  readonly outcomes: Outcome[];
  readonly events: RecordedEvent[];
  readonly changes: ProjectionChanges;
  readonly texts: TextsToStore[];
  readonly usedKeys: UsedIdempotencyKey[];
  /** The head of the log after the batch. */
  readonly head: Head;
}

/**
 * Decides submissions in order and applies their events to `state`, which it mutates. Does no I/O. A refused command
 * changes nothing and does not affect the others (LED-11). Events are recorded at `now`, or at the time of the head if
 * that is later, so that recorded time never goes backwards (LED-15).
 */
export function decideBatch(
  head: Head,
  state: BatchState,
  submissions: readonly Submission[],
  now: Date,
): Batch {
  const recordedAt = now > head.recordedAt ? now : head.recordedAt;
  const batch: Mutable<Batch> = {
    outcomes: [],
    events: [],
    changes: emptyChanges(),
    texts: [],
    usedKeys: [],
    head,
  };
  for (const submission of submissions) {
    batch.outcomes.push(decideSubmission(submission, state, batch, recordedAt));
  }
  return batch;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Decides one submission and adds its effects to `batch` and `state`. */
function decideSubmission(
  submission: Submission,
  state: BatchState,
  batch: Mutable<Batch>,
  recordedAt: Date,
): Outcome {
  const { command, context, idempotency, texts } = submission;
  const id = idempotency === undefined ? null : keyId(context.actor, idempotency.key);
  const known = id === null ? undefined : state.idempotencyRecords.get(id);
  if (known !== undefined) {
    return known.fingerprint === idempotency?.fingerprint
      ? { ok: true, replayed: true, receipt: known.receipt }
      : { ok: false, refusal: { code: 'IDEMPOTENCY_KEY_REUSED' } };
  }
  const decision = decide(command, state.ledger);
  if (!decision.ok) return decision;

  const firstPosition = batch.head.position + 1;
  for (const event of decision.events) appendEvent(event, submission, state, batch, recordedAt);
  const lastPosition = batch.head.position;
  const appended = lastPosition >= firstPosition;
  const receipt: Receipt = {
    transactionId: transactionIdOf(command),
    firstPosition: appended ? firstPosition : null,
    lastPosition: appended ? lastPosition : null,
    recordedAt,
  };
  if (texts !== undefined && appended) batch.texts.push(texts);
  if (idempotency !== undefined && id !== null) {
    state.idempotencyRecords.set(id, { fingerprint: idempotency.fingerprint, receipt });
    batch.usedKeys.push({ actor: context.actor, ...idempotency, receipt });
  }
  return { ok: true, replayed: false, receipt };
}

function appendEvent(
  event: NewEvent,
  { context }: Submission,
  state: BatchState,
  batch: Mutable<Batch>,
  recordedAt: Date,
): void {
  const position = batch.head.position + 1;
  const version = versionBefore(state.ledger, event) + 1;
  // The spread comes last: adding properties after a spread is thirty times as slow in V8.
  const sequenced: SequencedEvent = { position, version, recordedAt, ...event };
  project(state.ledger, sequenced, batch.changes);
  const recorded: Mutable<RecordedEvent> = {
    position,
    stream: event.stream,
    version,
    type: event.type,
    payloadVersion: PAYLOAD_VERSIONS[event.type],
    recordedAt,
    actor: context.actor,
    correlationId: context.correlationId,
    causationId: context.causationId ?? '',
    payload: JSON.stringify(event.payload),
    hash: batch.head.hash,
  };
  recorded.hash = eventHash(batch.head.hash, recorded);
  batch.events.push(recorded);
  batch.head = { position, hash: recorded.hash, recordedAt };
}

function transactionIdOf(command: LedgerCommand): string | null {
  return 'transactionId' in command ? command.transactionId : null;
}
