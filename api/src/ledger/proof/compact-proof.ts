import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { eventHash, HASH_BYTES, type HashedFields } from '../log/hash-chain.js';
import { BALANCE_FIELDS, type TrialBalance } from '../reports/trial-balance.js';
import { formatNote, parseNote } from './checkpoint.js';
import { type EventProof, ProofError } from './event-proof.js';
import { leafHash, rootFromProof } from './merkle.js';

/**
 * The compact format of an event proof: hashes are stored as they are, the rest is deflated, and derivable values are
 * left out. One derivable value is the checkpoint's root: it is computed from the path, and the signature shows whether
 * that root was signed. A proof takes about 700 bytes in a log of a thousand events; each doubling of the log adds 32.
 *
 *     "MEP2" · key id (8) · signature (64) · checkpoint hash (32) · previous hash (32) · length of the deflated text (2) ·
 *     deflated text · path, 32 bytes per level
 */
const MAGIC = Buffer.from('MEP2', 'latin1');
const FIELD_BYTES = { keyId: 8, signature: 64, hash: HASH_BYTES, previousHash: HASH_BYTES };
const HEADER_BYTES =
  MAGIC.length + FIELD_BYTES.keyId + FIELD_BYTES.signature + FIELD_BYTES.hash + FIELD_BYTES.previousHash + 2;
/** Maximum size of the inflated text, far above any event. It limits the memory that a forged file can use. */
const MAX_TEXT_BYTES = 64 * 1024;

/** Preset dictionary with the text that events have in common. It is part of the format and must never change. */
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

/** Returns whether a file starts like a compact proof. */
export function isCompactProof(file: Buffer): boolean {
  return file.subarray(0, MAGIC.length).equals(MAGIC);
}

/**
 * Encodes a proof as a compact file.
 *
 * @throws ProofError the event is too large for this format
 */
export function writeCompactProof({ event, previousHash, path, note }: EventProof): Buffer {
  const { checkpoint, keyId, signature } = parseNote(note);
  const { position, recordedAt, takenAt, balance } = checkpoint;
  const numbers = [
    position,
    recordedAt.getTime(),
    takenAt.getTime(),
    ...BALANCE_FIELDS.map((name) => balance[name]),
  ];
  const text = Buffer.from([numbers.join(' '), ...hashedFields(event)].join('\n'), 'utf8');
  if (text.length > MAX_TEXT_BYTES) throw new ProofError('the event is too large for a compact proof');
  const deflated = deflateRawSync(text, { level: 9, dictionary: DICTIONARY });
  const length = Buffer.alloc(2);
  length.writeUInt16BE(deflated.length);
  const key = Buffer.from(keyId, 'hex');
  return Buffer.concat([MAGIC, key, signature, checkpoint.hash, previousHash, length, deflated, ...path]);
}

/**
 * Decodes a compact file without checking the proof (see `checkEventProof`).
 *
 * @throws ProofError the file is not a compact proof, or is damaged
 */
export function readCompactProof(file: Buffer): EventProof {
  const { keyId, signature, hash, previousHash, text, path } = splitFile(file);
  const [first = '', ...fields] = text.split('\n');
  const [position, recordedAt, takenAt, ...sums] = first.split(' ').map(Number);
  const event = decodeEvent(fields);
  if (position === undefined || recordedAt === undefined || takenAt === undefined || event === null) {
    throw damagedFileError();
  }
  const leaf = leafHash(eventHash(previousHash, event));
  const root = rootFromProof(leaf, event.position - 1, position, path);
  const balance = decodeBalance(sums);
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

function decodeBalance(sums: readonly number[]): TrialBalance | null {
  if (sums.length !== BALANCE_FIELDS.length || !sums.every(Number.isSafeInteger)) return null;
  return Object.fromEntries(
    BALANCE_FIELDS.map((name, index) => [name, sums[index]]),
  ) as unknown as TrialBalance;
}

/** Returns the fields in the order `eventHash` uses. Only the payload, which is last, can contain a line feed. */
function hashedFields(event: HashedFields): (string | number)[] {
  const { position, stream, version, type, payloadVersion, recordedAt } = event;
  const { actor, correlationId, causationId, payload } = event;
  return [
    ...[position, stream, version, type, payloadVersion, recordedAt.getTime()],
    ...[actor, correlationId, causationId, payload],
  ];
}

function decodeEvent(lines: readonly string[]): HashedFields | null {
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
  return new ProofError("the file isn't an event proof, or is damaged");
}
