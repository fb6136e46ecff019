import { decide } from '../domain/decide.js';
import { type NewEvent, type SequencedEvent, writtenVersion } from '../domain/events.js';
import { versionBefore } from '../domain/apply.js';
import { SYSTEM_ACCOUNTS } from '../domain/accounts.js';
import { readSetOf, type LedgerCommand } from '../domain/commands.js';
import type { RecordedEvent } from '../log/event-log.port.js';
import { eventHash } from '../log/hash-chain.js';
import { project } from '../projections/read-tables.js';
import type { Batch } from './batch.js';
import { keyId, type BatchState } from './batch-state.js';
import type { Outcome, Receipt, Submission } from './submission.js';

/**
 * Decides submissions in order: adds their outcomes and row changes to `batch`, and applies their events to the
 * batch's state. Does no I/O. A refused command changes nothing and does not affect the others (LED-11). Events are recorded at
 * `now`, or at the time of the log's head if the head is later, so recorded time never goes backward (LED-15).
 */
export function decideBatch(batch: Batch, submissions: readonly Submission[], now: Date): void {
  const { head } = batch;
  const recordedAt = now > head.recordedAt ? now : head.recordedAt;
  for (const submission of submissions) batch.outcomes.push(decideSubmission(submission, batch, recordedAt));
}

/** Decides one submission and adds its effects to `batch`. */
function decideSubmission(submission: Submission, batch: Batch, recordedAt: Date): Outcome {
  const { command, context, idempotency, texts } = submission;
  const { state, writes } = batch;
  const id = idempotency === undefined ? null : keyId(context.actor, idempotency.key);
  const known = id === null ? undefined : state.idempotencyRecords.get(id);
  if (known !== undefined) {
    return known.fingerprint === idempotency?.fingerprint
      ? { ok: true, replayed: true, receipt: known.receipt }
      : { ok: false, refusal: { code: 'IDEMPOTENCY_KEY_REUSED' } };
  }
  const quarantined = quarantinedAccount(command, state);
  if (quarantined !== null)
    return { ok: false, refusal: { code: 'ACCOUNT_QUARANTINED', accountId: quarantined } };
  const decision = decide(command, state.ledger);
  if (!decision.ok) return decision;

  const firstPosition = batch.head.position + 1;
  for (const event of decision.events) appendEvent(event, submission, batch, recordedAt);
  const lastPosition = batch.head.position;
  const appended = lastPosition >= firstPosition;
  const receipt: Receipt = {
    transactionId: transactionIdOf(command),
    firstPosition: appended ? firstPosition : null,
    lastPosition: appended ? lastPosition : null,
    recordedAt,
  };
  if (texts !== undefined && appended) writes.texts.push(texts);
  if (idempotency !== undefined && id !== null) {
    const { key, fingerprint } = idempotency;
    state.idempotencyRecords.set(id, { fingerprint, receipt });
    // Field by field: with a spread, encoding the row would cost 20% more.
    writes.usedKeys.set(id, {
      actor: context.actor,
      key,
      fingerprint,
      transactionId: receipt.transactionId,
      firstPosition: receipt.firstPosition,
      lastPosition: receipt.lastPosition,
      recordedAt,
    });
  }
  return { ok: true, replayed: false, receipt };
}

function appendEvent(event: NewEvent, { context }: Submission, batch: Batch, recordedAt: Date): void {
  const { state, writes } = batch;
  const position = batch.head.position + 1;
  const version = versionBefore(state.ledger, event) + 1;
  // The spread comes last: adding properties after a spread is thirty times as slow in V8.
  const sequenced: SequencedEvent = { position, version, recordedAt, ...event };
  project(state.ledger, sequenced, writes.changes);
  const recorded: Mutable<RecordedEvent> = {
    position,
    stream: event.stream,
    version,
    type: event.type,
    payloadVersion: writtenVersion(event),
    recordedAt,
    actor: context.actor,
    correlationId: context.correlationId,
    causationId: context.causationId ?? '',
    payload: JSON.stringify(event.payload),
    hash: batch.head.hash,
  };
  recorded.hash = eventHash(batch.head.hash, recorded);
  writes.events.push(recorded);
  batch.head = { position, hash: recorded.hash, recordedAt };
  if (position === 1) batch.ledgerId = recorded.hash;
}

/** Commands that are allowed on a quarantined account because they move no money. */
const ALWAYS_ALLOWED: ReadonlySet<LedgerCommand['type']> = new Set([
  'RecordAudit',
  'FreezeAccount',
  'UnfreezeAccount',
]);

/**
 * Returns a quarantined account that the command needs, or null. Always null for commands in `ALWAYS_ALLOWED`. All
 * other commands also need the bank's own accounts.
 */
function quarantinedAccount(command: LedgerCommand, { quarantined, ledger }: BatchState): string | null {
  if (quarantined.size === 0 || ALWAYS_ALLOWED.has(command.type)) return null;
  const needed = [...neededAccounts(command, ledger), ...Object.values(SYSTEM_ACCOUNTS)];
  return needed.find((id) => quarantined.has(id)) ?? null;
}

/**
 * Returns the customer accounts that a command needs. Requesting or canceling a transfer does not need the
 * recipient's account: it moves none of the recipient's money, and a refusal would tell the sender about the recipient.
 */
function neededAccounts(command: LedgerCommand, { transactions }: BatchState['ledger']): string[] {
  if (command.type === 'RequestTransfer' || command.type === 'CancelTransfer') return [command.accountId];
  const { accountIds, transactionIds } = readSetOf(command);
  const owners = transactionIds.flatMap((id) => {
    const transaction = transactions.get(id);
    return transaction === undefined ? [] : [transaction.accountId, transaction.recipientId];
  });
  return [...accountIds, ...owners.filter((id) => id !== null)];
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

function transactionIdOf(command: LedgerCommand): string | null {
  if ('command' in command) return transactionIdOf(command.command);
  return 'transactionId' in command ? command.transactionId : null;
}
