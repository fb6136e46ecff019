import type { EventLog } from '../log/event-log.port.js';
import type { BatchSigner } from '../signing/batch-signer.js';
import type { Sql } from '../../platform/database/sql.js';
import type { Batch } from './batch.js';
import { decideBatch } from './decide-batch.js';
import { sendWrites } from './send-writes.js';
import type { Submission } from './submission.js';

/** Maximum submissions per part. PostgreSQL writes one part while the next is decided. */
const MAX_PART = 128;

/** What is needed to write a batch. */
export interface WriteContext {
  readonly log: EventLog;
  readonly signer: BatchSigner;
  /** The time at which the batch's events are recorded, unless the log's head has a later time. */
  readonly now: Date;
}

/**
 * Decides submissions in parts, and sends each part's writes before deciding the next. The last part carries the
 * signature over the batch. Returns the parts' statements, which may still be running. Throws if an invariant is
 * violated or a value cannot be encoded; some writes may have been sent by then, so the caller must roll back.
 */
export async function decideAndSend(
  sql: Sql,
  { log, signer, now }: WriteContext,
  batch: Batch,
  submissions: readonly Submission[],
): Promise<Promise<void>[]> {
  const sent: Promise<void>[] = [];
  for (let from = 0; from < submissions.length; from += MAX_PART) {
    // Yields to socket I/O and other requests.
    if (from > 0) await new Promise(setImmediate);
    decideBatch(batch, submissions.slice(from, from + MAX_PART), now);
    const isLast = from + MAX_PART >= submissions.length;
    if (isLast) batch.signature = signer.sign(batch);
    const signatures = batch.signature === null ? [] : [batch.signature];
    sent.push(sendWrites(sql, log, batch.takeWrites(), batch.state, signatures));
  }
  return sent;
}
