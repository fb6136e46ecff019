import type { BatchSignature } from '../tables/ledger-batch-signature.js';
import type { Head, RecordedEvent } from './event-log.port.js';

/** The recorded key of a submission, carried by its first event so that the key can be restored from the log. */
export interface RemoteIdempotency {
  /** HMAC of the idempotency key; the key itself never leaves PostgreSQL. */
  readonly key: string;
  /** HMAC of the request's fingerprint. */
  readonly fingerprint: string;
  readonly transactionId: string | null;
  /** Number of events of the submission, this one included. */
  readonly eventCount: number;
}

/** An event of a remote log. The hash covers neither `idempotency` nor `pendingId` nor `signature`. */
export interface RemoteEvent extends RecordedEvent {
  readonly idempotency: RemoteIdempotency | null;
  /** Id of the pending command that the event carries out. */
  readonly pendingId: string | null;
  /** The signature of the batch that ends with this event. */
  readonly signature: BatchSignature | null;
}

/**
 * A log outside PostgreSQL, such as a KurrentDB stream. It shares no transaction with the read tables: events are
 * appended first and projected afterwards (docs/adr/0016).
 */
export interface RemoteLog {
  /**
   * Appends contiguous, chained events after `expected`, all or none, and resolves once they are durable. Sending the
   * same events again succeeds and appends nothing. Calls are appended in the order in which they were made.
   *
   * @throws HeadMovedError the log ends elsewhere; these events are not in the log and never will be
   * @throws LogFencedError the log was closed by `fence`; these events are not in the log and never will be
   * @throws RemoteLogUnavailableError the outcome is unknown; sending the same events again settles it
   */
  append(expected: Head, events: readonly RemoteEvent[]): Promise<void>;
  /**
   * Closes the log behind `expected` for good: no process can append to it any more. Repeating it succeeds.
   *
   * @throws HeadMovedError the log ends elsewhere; it is not closed
   * @throws RemoteLogUnavailableError the outcome is unknown; repeating it settles it
   */
  fence(expected: Head): Promise<void>;
  /** Returns the committed head, read from the leader. */
  head(): Promise<Head>;
  /** Returns at most `limit` committed events after `afterPosition`, in order, read from the leader. */
  read(afterPosition: number, limit: number): Promise<RemoteEvent[]>;
  close(): Promise<void>;
}

/** The log cannot be reached, or did not confirm an append in time. */
export class RemoteLogUnavailableError extends Error {
  constructor(options?: ErrorOptions) {
    super('the log cannot be reached', options);
    this.name = 'RemoteLogUnavailableError';
  }
}
