import { hash as digest } from 'node:crypto';
import { jsonEvent, type ResolvedEvent } from '@kurrent/kurrentdb-client';
import type { BatchSignature } from '../tables/ledger-batch-signature.js';
import type { Head } from './event-log.port.js';
import { HASH_BYTES } from './hash-chain.js';
import { isRecord } from '../domain/is-record.js';
import type { RemoteEvent, RemoteIdempotency } from './remote-log.port.js';

type Metadata = Readonly<Record<string, string>>;
type Fields = Readonly<Record<string, unknown>>;

/**
 * Maximum size of one append. Less than the server's default limit of 1 MiB, because servers differ in what they count
 * toward that limit.
 */
export const MAX_APPEND_BYTES = 1_000_000;

/** The stream contains something that the bank did not write, or lacks something that the bank wrote. */
export class ForeignEventError extends Error {
  override name = 'ForeignEventError';
}

/** Maximum overhead of an event in bytes, in addition to its data and metadata. */
const OVERHEAD_BYTES = 200;

/**
 * Returns the event as the server stores it. The payload is its JSON data, which the server's tools display. The
 * other fields are strings in its metadata, which every server version accepts.
 *
 * @throws Error the payload would be different when read back, so the hash would no longer match
 */
export function toStoredEvent({ type, ...event }: RemoteEvent) {
  const data = parseExactly(event.payload);
  if (data === null)
    throw new Error(`the payload of event ${event.position} wouldn't be read back byte for byte`);
  return jsonEvent({ id: eventIdOf(event.hash), type, data, metadata: metadataOf(event) });
}

/** Returns an upper bound on the bytes that the event adds to an append. */
export function appendBytesOf(event: RemoteEvent): number {
  const metadata = JSON.stringify(metadataOf(event));
  return Buffer.byteLength(event.payload) + Buffer.byteLength(metadata) + event.type.length + OVERHEAD_BYTES;
}

/** Whether a payload is read back byte for byte, even though the client parses it. */
export function isReadByteForByte(payload: string): boolean {
  return parseExactly(payload) !== null;
}

function parseExactly(payload: string): Fields | null {
  let data: unknown;
  try {
    data = JSON.parse(payload);
  } catch {
    return null;
  }
  return isRecord(data) && JSON.stringify(data) === payload ? data : null;
}

/** The type of the last event in a stream whose log continues in another engine. */
const FENCE_TYPE = 'LedgerMoved';

/**
 * Returns the event that closes a stream at its head. This event is not part of the hash chain. It only occupies the
 * event number that the next append would use, which makes the append fail. The same head always gives the same event
 * id.
 */
export function fenceEvent({ position, hash }: Head) {
  const id = eventIdOf(digest('sha256', `${FENCE_TYPE}\n${hash.toString('hex')}`, 'buffer'));
  const message = 'The log continues in another engine. Nothing is appended here anymore.';
  const metadata = { lastPosition: String(position), lastHash: hash.toString('hex') };
  return jsonEvent({ id, type: FENCE_TYPE, data: { message }, metadata });
}

export function isFence({ event }: ResolvedEvent): boolean {
  return event?.type === FENCE_TYPE;
}

/**
 * Returns the event's id on the server: the first bytes of its hash, as a version 8 UUID. The same event always has
 * the same id, so the server recognizes a repeated append.
 */
export function eventIdOf(hash: Buffer): string {
  const bytes = Buffer.from(hash.subarray(0, 16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/**
 * Reverses `toStoredEvent`. Does not check the hash.
 *
 * @throws ForeignEventError the bank did not write the event
 */
export function fromStoredEvent({ event }: ResolvedEvent): RemoteEvent {
  if (event === undefined) throw new ForeignEventError('the stream contains a link to an event');
  const fields = isRecord(event.metadata) ? event.metadata : {};
  const text = (name: string): string => requiredText(fields, name, event.revision);
  const parsed: RemoteEvent = {
    position: Number(text('position')),
    stream: text('stream'),
    version: Number(text('version')),
    type: event.type,
    payloadVersion: Number(text('payloadVersion')),
    recordedAt: new Date(text('recordedAt')),
    actor: text('actor'),
    correlationId: text('correlationId'),
    causationId: text('causationId'),
    payload: JSON.stringify(event.data),
    hash: Buffer.from(text('hash'), 'hex'),
    idempotency: idempotencyIn(fields),
    signature: signatureIn(fields),
  };
  const isInPlace = text('position') === String(event.revision + 1n);
  if (!isInPlace || !hasValidFields(parsed) || event.id !== eventIdOf(parsed.hash)) {
    throw new ForeignEventError(`event number ${event.revision} of the stream isn't from this bank`);
  }
  return parsed;
}

function hasValidFields({ version, payloadVersion, recordedAt, hash }: RemoteEvent): boolean {
  const isNumbered = Number.isSafeInteger(version) && Number.isSafeInteger(payloadVersion);
  return isNumbered && !Number.isNaN(recordedAt.getTime()) && hash.length === HASH_BYTES;
}

function metadataOf(event: Omit<RemoteEvent, 'type'>): Metadata {
  return {
    position: String(event.position),
    stream: event.stream,
    version: String(event.version),
    payloadVersion: String(event.payloadVersion),
    recordedAt: event.recordedAt.toISOString(),
    actor: event.actor,
    correlationId: event.correlationId,
    causationId: event.causationId,
    hash: event.hash.toString('hex'),
    ...(event.idempotency === null ? {} : idempotencyMetadata(event.idempotency)),
    ...(event.signature === null ? {} : signatureMetadata(event.signature)),
  };
}

function idempotencyMetadata(idempotency: RemoteIdempotency): Metadata {
  const { key, fingerprint, transactionId, eventCount } = idempotency;
  return {
    idempotencyKeyHmac: key,
    fingerprintHmac: fingerprint,
    eventCount: String(eventCount),
    ...(transactionId === null ? {} : { transactionId }),
  };
}

function idempotencyIn(fields: Fields): RemoteIdempotency | null {
  const key = optionalText(fields, 'idempotencyKeyHmac');
  const fingerprint = optionalText(fields, 'fingerprintHmac');
  if (key === null || fingerprint === null) return null;
  const eventCount = Number(optionalText(fields, 'eventCount') ?? 1);
  return { key, fingerprint, transactionId: optionalText(fields, 'transactionId'), eventCount };
}

/** Omits the batch's last position, because the signature is stored in the last event of the batch. */
function signatureMetadata({ firstPosition, keyId, signature }: BatchSignature): Metadata {
  return {
    batchFirstPosition: String(firstPosition),
    writerKeyId: keyId,
    batchSignature: signature.toString('base64url'),
  };
}

function signatureIn(fields: Fields): BatchSignature | null {
  const keyId = optionalText(fields, 'writerKeyId');
  const signature = optionalText(fields, 'batchSignature');
  if (keyId === null || signature === null) return null;
  return {
    firstPosition: Number(optionalText(fields, 'batchFirstPosition')),
    lastPosition: Number(optionalText(fields, 'position')),
    keyId,
    signature: Buffer.from(signature, 'base64url'),
  };
}

function requiredText(fields: Fields, name: string, revision: bigint): string {
  const value = optionalText(fields, name);
  if (value !== null) return value;
  throw new ForeignEventError(
    `event number ${revision} of the stream isn't from this bank: it has no ${name}`,
  );
}

function optionalText(fields: Fields, name: string): string | null {
  const value = fields[name];
  return typeof value === 'string' ? value : null;
}
