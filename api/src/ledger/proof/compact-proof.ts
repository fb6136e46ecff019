import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { eventHash, type HashedFields } from '../log/hash-chain.js';
import { formatNote, parseNote, type TrialBalance } from './checkpoint.js';
import { type EventProof, ProofError } from './event-proof.js';
import { leafHash, rootFromProof } from './merkle.js';

/**
 * The proof of an event in as few bytes as it can be had: hashes as they are, the rest deflated, and nothing that
 * follows from something else. The root of the checkpoint is left out: the path leads to it, and the signature shows
 * whether it is the one that was signed. 700 bytes or so in a log of a thousand events; each doubling adds 32.
 *
 *     "MEP2" · id of the key (8) · signature (64) · hash of the checkpoint (32) · hash before the event (32) ·
 *     length of the text (2) · the text, deflated · the path, 32 bytes a level
 */
const MAGIC = Buffer.from('MEP2', 'latin1');
const HASH_BYTES = 32;
const FIELD_BYTES = { keyId: 8, signature: 64, hash: HASH_BYTES, previousHash: HASH_BYTES };
const HEADER_BYTES =
  MAGIC.length + FIELD_BYTES.keyId + FIELD_BYTES.signature + FIELD_BYTES.hash + FIELD_BYTES.previousHash + 2;
/** Far more than any event has; what inflates to more is no proof. */
const MAX_TEXT_BYTES = 64 * 1024;

/** What events have in common, so that it takes no room. Part of the format: it can never be changed. */
const DICTIONARY = Buffer.from(
  'KycApprovedKycRejectedAccountRequestDecidedUserDeletedSsnReadIdentityDocumentRead{"kycId":"","userId":"' +
    'AccountOpenedAccountClosed","sweptCents":BalanceAdjusted","fromCents":,"toCents":,"deltaCents":' +
    'TransactionAmendednotesDigest":"","shownAt":null}IncomingPaymentCreated"status":"processing"initiated"in_review"' +
    'cancelled"failed"incoming_payment"credit"food"transportation"entertainment"shopping"bills"healthcare"education"' +
    'personal"business"other"TransferRequested","status":"pending","amountCents":000,"feeCents":,"feeBasisPoints":200,' +
    '"category":"","bankDay":"2026-TransactionStatusChanged","kind":"transfer","from":"pending","to":"completed",' +
    'CreditRecorded\n1\nuser:system\n\naccount:{"transactionId":"","accountId":"","status":"completed","amountCents":' +
    ',"category":null,"textsDigest":"","holdCents":0,"entries":[{"accountId":"","amountCents":},{"accountId":"' +
    '00000000-0000-4000-8000-000000000002","amountCents":},{"accountId":"00000000-0000-4000-8000-000000000001",' +
    '"amountCents":-000}]}',
  'latin1',
);

/** Whether a file begins as a compact proof does. */
export function isCompactProof(file: Buffer): boolean {
  return file.subarray(0, MAGIC.length).equals(MAGIC);
}

/** The proof as a compact file. */
export function writeCompactProof({ event, previousHash, path, note }: EventProof): Buffer {
  const { checkpoint, keyId, signature } = parseNote(note);
  const { position, recordedAt, takenAt, balance } = checkpoint;
  const numbers = [
    position,
    recordedAt.getTime(),
    takenAt.getTime(),
    ...BALANCE_FIELDS.map((name) => balance[name]),
  ];
  const text = Buffer.from([numbers.join(' '), ...fieldsOf(event)].join('\n'), 'utf8');
  if (text.length > MAX_TEXT_BYTES) throw new ProofError('this event is too large for a compact proof');
  const deflated = deflateRawSync(text, { level: 9, dictionary: DICTIONARY });
  const length = Buffer.alloc(2);
  length.writeUInt16BE(deflated.length);
  const key = Buffer.from(keyId, 'hex');
  return Buffer.concat([MAGIC, key, signature, checkpoint.hash, previousHash, length, deflated, ...path]);
}

/** Reads such a file. Throws `ProofError` for anything else; whether the proof holds is for `checkEventProof`. */
export function readCompactProof(file: Buffer): EventProof {
  const { keyId, signature, hash, previousHash, text, path } = splitFile(file);
  const [first = '', ...fields] = text.split('\n');
  const [position, recordedAt, takenAt, ...sums] = first.split(' ').map(Number);
  const event = eventOf(fields);
  if (position === undefined || recordedAt === undefined || takenAt === undefined || event === null) {
    throw damagedFileError();
  }
  const leaf = leafHash(eventHash(previousHash, event));
  const root = rootFromProof(leaf, event.position - 1, position, path);
  const balance = balanceOf(sums);
  const times = [new Date(recordedAt), new Date(takenAt)] as const;
  if (root === null || balance === null || times.some((time) => Number.isNaN(time.getTime())))
    throw damagedFileError();
  const checkpoint = { position, hash, root, recordedAt: times[0], takenAt: times[1], balance };
  return {
    event,
    previousHash,
    path,
    note: formatNote({ checkpoint, keyId: keyId.toString('hex'), signature }),
  };
}

const BALANCE_FIELDS = [
  'accounts',
  'customersCents',
  'heldCents',
  'settlementCents',
  'feesCents',
  'adjustmentsCents',
  'unclaimedCents',
] as const satisfies readonly (keyof TrialBalance)[];

function balanceOf(sums: readonly number[]): TrialBalance | null {
  if (sums.length !== BALANCE_FIELDS.length || !sums.every(Number.isSafeInteger)) return null;
  return Object.fromEntries(
    BALANCE_FIELDS.map((name, index) => [name, sums[index]]),
  ) as unknown as TrialBalance;
}

/** The fields in the order in which the hash covers them; only the payload, the last, can have a line feed. */
function fieldsOf(event: HashedFields): (string | number)[] {
  const { position, stream, version, type, payloadVersion, recordedAt } = event;
  const { actor, correlationId, causationId, payload } = event;
  return [
    ...[position, stream, version, type, payloadVersion, recordedAt.getTime()],
    ...[actor, correlationId, causationId, payload],
  ];
}

function eventOf(lines: readonly string[]): HashedFields | null {
  const [position, stream, version, type, payloadVersion, time, actor, correlationId, causationId, ...rest] =
    lines;
  if (stream === undefined || type === undefined || actor === undefined) return null;
  if (correlationId === undefined || causationId === undefined || rest.length === 0) return null;
  const event = {
    ...{ position: Number(position), stream, version: Number(version), type, actor },
    ...{ payloadVersion: Number(payloadVersion), recordedAt: new Date(Number(time)) },
    ...{ correlationId, causationId, payload: rest.join('\n') },
  };
  const numbers = [event.position, event.version, event.payloadVersion, event.recordedAt.getTime()];
  return numbers.every(Number.isSafeInteger) ? event : null;
}

function splitFile(file: Buffer) {
  let at = MAGIC.length;
  const take = (bytes: number): Buffer => file.subarray(at, (at += bytes));
  if (!isCompactProof(file) || file.length < HEADER_BYTES) throw damagedFileError();
  const keyId = take(FIELD_BYTES.keyId);
  const signature = take(FIELD_BYTES.signature);
  const hash = take(FIELD_BYTES.hash);
  const previousHash = take(FIELD_BYTES.previousHash);
  const deflated = take(take(2).readUInt16BE());
  const hashes = file.subarray(at);
  if (hashes.length % HASH_BYTES !== 0) throw damagedFileError();
  const path = Array.from({ length: hashes.length / HASH_BYTES }, () => take(HASH_BYTES));
  return { keyId, signature, hash, previousHash, text: inflate(deflated), path };
}

function inflate(bytes: Buffer): string {
  try {
    return inflateRawSync(bytes, { dictionary: DICTIONARY, maxOutputLength: MAX_TEXT_BYTES }).toString(
      'utf8',
    );
  } catch {
    throw damagedFileError();
  }
}

function damagedFileError(): ProofError {
  return new ProofError('this file is no proof of an event, or was damaged');
}
