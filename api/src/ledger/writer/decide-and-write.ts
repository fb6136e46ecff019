import type { EventLog, Head } from '../log/event-log.port.js';
import { settleAll, type Sql } from '../../platform/database/sql.js';
import { writeSetOf, type BatchState } from './batch-state.js';
import { decideBatch, type Batch } from './decide-batch.js';
import type { Outcome, Submission } from './submission.js';
import { writeBatch } from './write-batch.js';

/** Submissions decided at a time: PostgreSQL writes one chunk while the next is decided. */
const MAX_CHUNK = 128;

/** A decided batch whose writes may still be running. */
export interface PendingWrite {
  readonly outcomes: Outcome[];
  /** The head of the log after this batch. */
  readonly head: Head;
  /** Whether the batch has any events. */
  readonly appended: boolean;
  /** The state that the batch changes, as it is afterwards; a pipelined batch is decided on it. */
  readonly writeSet: BatchState;
  /** Settles when all write statements have finished; rejects if one of them failed. */
  readonly written: Promise<void>;
}

/** A batch that was sent but whose commit was neither confirmed nor refused. */
export type UncertainCommit = Pick<PendingWrite, 'outcomes' | 'head' | 'appended'>;

/**
 * Decides submissions on the given head and state in chunks, and sends each chunk's writes before it decides the next.
 * Throws if an invariant is violated or a value cannot be encoded; some writes may have been sent by then, so the
 * caller must roll back.
 */
export async function decideAndWrite(
  sql: Sql,
  log: EventLog,
  base: { readonly head: Head; readonly state: BatchState },
  submissions: readonly Submission[],
  now: Date,
): Promise<PendingWrite> {
  const writes: Promise<void>[] = [];
  const chunks: Batch[] = [];
  let head = base.head;
  for (let from = 0; from < submissions.length; from += MAX_CHUNK) {
    // Yields to socket I/O and other requests.
    if (from > 0) await new Promise(setImmediate);
    const chunk = decideBatch(head, base.state, submissions.slice(from, from + MAX_CHUNK), now);
    writes.push(writeBatch(sql, log, head, chunk, base.state));
    chunks.push(chunk);
    head = chunk.head;
  }
  return {
    outcomes: chunks.flatMap(({ outcomes }) => outcomes),
    head,
    appended: head.position > base.head.position,
    writeSet: writeSetOf(base.state, chunks),
    written: settleAll(writes),
  };
}
