import type { Head, RecordedEvent } from '../log/event-log.port.js';
import { emptyChanges, type ProjectionChanges } from '../projections/read-tables.js';
import type { BatchSignature } from '../tables/ledger-batch-signature.js';
import type { UsedIdempotencyKey } from '../tables/ledger-idempotency-key.js';
import type { BatchState } from './batch-state.js';
import type { TextsToStore } from '../texts/transaction-texts.js';
import type { Outcome } from './submission.js';

/** The writes of consecutive submissions in a batch. */
export interface BatchWrites {
  readonly events: RecordedEvent[];
  readonly changes: ProjectionChanges;
  readonly texts: TextsToStore[];
  /** By `keyId`. */
  readonly usedKeys: Map<string, UsedIdempotencyKey>;
}

/** Writes that can now be sent, with the log's heads before and after them and the number of their submissions. */
export interface TakenWrites extends BatchWrites {
  readonly base: Head;
  readonly head: Head;
  readonly size: number;
}

/**
 * Submissions that are decided in order and committed in one transaction. `decideBatch` adds them part by part, so
 * that one part's writes can be sent before the next part is decided.
 */
export class Batch {
  readonly outcomes: Outcome[] = [];
  /** The head of the log after the submissions decided so far. */
  head: Head;
  /** The writes of the submissions decided since the last `takeWrites`. */
  writes = noWrites();
  /** The signature over all events; null until the last part is decided, or if there are no events. */
  signature: BatchSignature | null = null;
  private readonly taken: TakenWrites[] = [];

  constructor(
    /** The head of the log before the batch. */
    readonly base: Head,
    /** The state on which the next submission's decision is based. */
    readonly state: BatchState,
    /** The hash of the log's first event, which identifies the ledger in signatures. Null before there is one. */
    public ledgerId: Buffer | null = null,
  ) {
    this.head = base;
  }

  get hasEvents(): boolean {
    return this.head.position > this.base.position;
  }

  /** The events of the taken writes. */
  get events(): RecordedEvent[] {
    return this.taken.flatMap(({ events }) => events);
  }

  /** Returns the writes since the last call, to be sent. */
  takeWrites(): TakenWrites {
    const base = this.taken.at(-1)?.head ?? this.base;
    const size = this.outcomes.length - this.taken.reduce((sum, part) => sum + part.size, 0);
    const taken = { base, head: this.head, size, ...this.writes };
    this.writes = noWrites();
    this.taken.push(taken);
    return taken;
  }

  /**
   * Overwrites `target`, the possibly stale reads of the next batch, with what the taken writes changed. Leaves out
   * what was only read, so that the state does not grow from one pipelined batch to the next.
   */
  copyWritesTo(target: BatchState): void {
    const { ledger, idempotencyRecords } = this.state;
    for (const { changes, events, usedKeys } of this.taken) {
      copy(ledger.accounts, changes.accountIds, target.ledger.accounts);
      copy(ledger.transactions, changes.transactionIds, target.ledger.transactions);
      // `streamVersions` has no account streams, and most batches use no other streams.
      if (ledger.streamVersions.size > 0) {
        const streams = events.map(({ stream }) => stream);
        copy(ledger.streamVersions, streams, target.ledger.streamVersions);
      }
      copy(idempotencyRecords, usedKeys.keys(), target.idempotencyRecords);
    }
  }
}

function noWrites(): BatchWrites {
  return { events: [], changes: emptyChanges(), texts: [], usedKeys: new Map() };
}

function copy<Value>(from: ReadonlyMap<string, Value>, keys: Iterable<string>, to: Map<string, Value>): void {
  for (const key of keys) {
    const value = from.get(key);
    if (value !== undefined) to.set(key, value);
  }
}
