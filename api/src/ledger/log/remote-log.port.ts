import type { BatchSignature } from '../tables/ledger-batch-signature.js';
import type { Head, RecordedEvent } from './event-log.port.js';

/** A submission's idempotency key, carried by its first event so that the key can be restored from the log. */
export interface RemoteIdempotency {
  /** HMAC of the idempotency key; the key itself never leaves PostgreSQL. */
  readonly key: string;
  /** HMAC of the request's fingerprint. */
  readonly fingerprint: string;
  readonly transactionId: string | null;
  /** Number of events in the submission, including this one. */
  readonly eventCount: number;
}

/** An event in a remote log. The hash covers neither `idempotency` nor `signature`. */
export interface RemoteEvent extends RecordedEvent {
  readonly idempotency: RemoteIdempotency | null;
  /** The signature of the batch that ends with this event. */
  readonly signature: BatchSignature | null;
}

/**
 * A log outside PostgreSQL, such as a KurrentDB stream. It decides which of PostgreSQL's prepared transactions are
 * committed (docs/adr/0016).
 */
export interface RemoteLog {
  /**
   * Appends contiguous, chained events after `expected`, all or none, in a single attempt. Resolves when they are
   * durable. The log compares only positions, so the caller must make sure that `expected` is one of the log's events.
   *
   * @throws HeadMovedError the log refused the events; call `read` to find out what it has committed
   * @throws LogFencedError `fence` has closed the log at `expected`
   * @throws RemoteLogUnavailableError the outcome is unknown; call `read` to find out
   * @throws Error the log is closed or cannot store the events; nothing was sent
   */
  append(expected: Head, events: readonly RemoteEvent[]): Promise<void>;
  /**
   * Closes the log at `expected` for good: no process can append to it anymore. Repeating the call succeeds.
   *
   * @throws HeadMovedError the log ends elsewhere
   * @throws RemoteLogUnavailableError the outcome is unknown
   */
  fence(expected: Head): Promise<void>;
  /** Returns the committed head, read from the leader. */
  head(): Promise<Head>;
  /** Returns at most `limit` committed events after `afterPosition`, in order, read from the leader. */
  read(afterPosition: number, limit: number): Promise<RemoteEvent[]>;
  close(): Promise<void>;
}

/** The log is unreachable, or did not confirm an append in time. */
export class RemoteLogUnavailableError extends Error {
  constructor(options?: ErrorOptions) {
    super('the log cannot be reached', options);
    this.name = 'RemoteLogUnavailableError';
  }
}
