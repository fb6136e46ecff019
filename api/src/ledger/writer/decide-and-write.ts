import type { EventLog, Head } from '../log/event-log.port.js';
import { settleAll, type Sql } from '../../platform/database/sql.js';
import { writeSetOf, type BatchState } from './batch-state.js';
import { decideBatch, type Batch } from './decide-batch.js';
import type { Outcome, Submission } from './submission.js';
import { writeBatch } from './write-batch.js';

/** Commands of a batch that are decided at a time: PostgreSQL writes them while the next are decided. */
const MAX_CHUNK = 128;

/** What a transaction writes: the answers to its callers, and where it leaves the log. */
export interface PendingWrite {
  readonly outcomes: Outcome[];
  readonly head: Head;
  /** Whether there is any event to write. */
  readonly appended: boolean;
  /** The part of the ledger that it changes, as it leaves it: what a batch behind it has to know. */
  readonly writeSet: BatchState;
  /** Settles when everything is known to be written, or not. */
  readonly written: Promise<void>;
}

/** A batch of which it is unknown whether it was committed. */
export type UncertainCommit = Pick<PendingWrite, 'outcomes' | 'head' | 'appended'> | null;

/**
 * Decides submissions on this head and state, chunk by chunk, and hands each chunk's writes to `sql` before the
 * next is decided. Throws, with some of them handed over, where an invariant breaks or a value can not be encoded.
 */
export async function decideAndWrite(
  sql: Sql,
  log: EventLog,
  on: { readonly head: Head; readonly state: BatchState },
  submissions: readonly Submission[],
  now: Date,
): Promise<PendingWrite> {
  const writes: Promise<void>[] = [];
  const batches: Batch[] = [];
  let head = on.head;
  for (let from = 0; from < submissions.length; from += MAX_CHUNK) {
    // Lets the socket and other requests have their turn.
    if (from > 0) await new Promise(setImmediate);
    const batch = decideBatch(head, on.state, submissions.slice(from, from + MAX_CHUNK), now);
    writes.push(writeBatch(sql, log, head, batch, on.state));
    batches.push(batch);
    head = batch.head;
  }
  return {
    outcomes: batches.flatMap(({ outcomes }) => outcomes),
    head,
    appended: head.position > on.head.position,
    writeSet: writeSetOf(on.state, batches),
    written: settleAll(writes),
  };
}
