import { hashAt } from '../log/read-events.js';
import { isBatchSignedBy } from '../signing/batch-signer.js';
import type { TrustedWriters } from '../signing/writer-keys.js';
import { LEDGER_BATCH_SIGNATURE, type BatchSignature } from '../tables/ledger-batch-signature.js';
import { pagesAfter } from '../../platform/database/pages.js';
import type { Sql } from '../../platform/database/sql.js';
import type { Finding, FindingList } from './finding-list.js';

/** The part of the log whose signatures were checked. */
export interface SignedRange {
  readonly from: number;
  readonly to: number;
  readonly batches: number;
}

interface SignatureScope {
  readonly writers: TrustedWriters;
  /** The last position of the log. */
  readonly end: number;
  /** Batch signatures up to this position are not checked. */
  readonly after: number;
}

/** A signature with the position and hash of the last event it covers. `hash` is null if there is no such event. */
type SignedBatch = BatchSignature & { readonly position: number; readonly hash: Buffer | null };

/** Number of signatures verified together. */
const PAGE = 1_000;

/**
 * Checks that every event from the first signed position to the end of the log is in exactly one batch that a trusted
 * writer has signed (AUD-22). The caller must have verified the hash chain first: a signature covers only a batch's
 * last hash directly, and the other events through the chain.
 */
export async function checkSignatures(
  sql: Sql,
  { writers, end, after }: SignatureScope,
  findings: FindingList,
): Promise<SignedRange> {
  const from = Math.max(writers.signedFrom, after + 1);
  if (writers.signedFrom > end + 1) findings.add(tooShort(writers, end));
  const ledgerId = await hashAt(sql, 1);
  let [next, batches] = [from, 0];
  const read = (reached: number, limit: number): Promise<SignedBatch[]> =>
    sql.query(SELECT_BETWEEN, [reached, end, limit]);
  for await (const page of pagesAfter(from - 1, PAGE, read)) {
    const problems = await Promise.all(page.map((batch) => batchProblem(batch, writers, ledgerId)));
    for (const [index, batch] of page.entries()) {
      const problem = problems[index] ?? null;
      if (problem !== null) findings.add(signatureFinding(Math.max(batch.firstPosition, from), problem));
      // The first batch may start before the checked part, which isn't an overlap.
      if (batch.firstPosition < next && batches + index > 0) findings.add(inTwo(batch.firstPosition));
      if (batch.firstPosition > next) findings.add(unsigned(next, batch.firstPosition - 1));
      next = Math.max(next, batch.lastPosition + 1);
    }
    batches += page.length;
  }
  if (next <= end) findings.add(unsigned(next, end));
  return { from, to: end, batches };
}

const FIELDS = LEDGER_BATCH_SIGNATURE.fields;
const SELECT_BETWEEN = `select signed.*, "lastPosition" as position, event.hash from
  (select ${FIELDS} from ledger_batch_signature where last_position > $1 and last_position <= $2
    order by last_position limit $3) as signed
  left join ledger_event as event on event.position = signed."lastPosition" order by signed."lastPosition"`;

/** Returns what is wrong with a signature, without regard to other signatures, or null. */
async function batchProblem(
  batch: SignedBatch,
  writers: TrustedWriters,
  ledgerId: Buffer | null,
): Promise<string | null> {
  const { firstPosition, lastPosition, keyId, hash } = batch;
  const events = describeEvents(firstPosition, lastPosition);
  const key = writers.keys.get(keyId);
  if (key === undefined) return `${events}: signed by the key ${keyId}, which isn't trusted`;
  if (firstPosition < key.from) {
    return `${events}: signed by the key ${keyId}, which signs only from position ${key.from} on`;
  }
  if (key.to !== null && lastPosition > key.to) {
    return `${events}: signed by the key ${keyId}, which signs only up to position ${key.to}`;
  }
  const isSigned =
    hash !== null && ledgerId !== null && (await isBatchSignedBy(key.verifyingKey, ledgerId, batch, hash));
  return isSigned ? null : `${events}: the signature of the key ${keyId} is wrong`;
}

function unsigned(first: number, last: number): Finding {
  return signatureFinding(first, `${describeEvents(first, last)}: not signed`);
}

function inTwo(position: number): Finding {
  return signatureFinding(position, 'the event is in two signed batches');
}

function tooShort({ signedFrom }: TrustedWriters, end: number): Finding {
  const ends = `the log ends at ${end}, before the first signed position ${signedFrom}`;
  return signatureFinding(end + 1, `${ends}: it was truncated, or this is another log`);
}

function describeEvents(first: number, last: number): string {
  return first === last ? `event ${first}` : `events ${first} to ${last}`;
}

function signatureFinding(position: number, message: string): Finding {
  return { check: 'signatures', position, message };
}
