import { hash } from 'node:crypto';

/** The fields of an event that its hash covers. */
export interface HashedFields {
  readonly position: number;
  readonly stream: string;
  readonly version: number;
  readonly type: string;
  readonly payloadVersion: number;
  readonly recordedAt: Date;
  readonly actor: string;
  readonly correlationId: string;
  readonly causationId: string;
  /** The payload as stored, never serialized again. */
  readonly payload: string;
}

/** Maximum UTF-8 bytes per UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3;
const INITIAL_BYTES = 4_096;

/**
 * Holds the bytes to hash. One buffer serves all events, because hashing is synchronous and a new buffer for each event
 * would be costly to garbage-collect.
 */
let bytes = Buffer.allocUnsafeSlow(INITIAL_BYTES);

/** Length of a SHA-256 hash. */
export const HASH_BYTES = 32;

/** Takes the place of the previous hash when the first event is hashed, because no event precedes it. */
export const GENESIS_HASH = Buffer.alloc(HASH_BYTES);

/** The position before a log's first event. */
export const LOG_START = { position: 0, hash: GENESIS_HASH, recordedAt: new Date(0) } as const;

/**
 * Returns an event's hash: SHA-256 over the previous hash followed by the UTF-8 text of the event's fields, one per
 * line, payload last (LED-4). Only the payload can contain a line feed (a table constraint), so the text is
 * unambiguous. An auditor can recompute the hash in SQL: `sha256(previous || convert_to(concat_ws(E'\n', position,
 * stream, …, payload), 'UTF8'))`.
 */
export function eventHash(previous: Buffer, event: HashedFields): Buffer {
  const text =
    `${event.position}\n${event.stream}\n${event.version}\n${event.type}\n${event.payloadVersion}\n` +
    `${event.recordedAt.getTime()}\n${event.actor}\n${event.correlationId}\n${event.causationId}\n${event.payload}`;
  const maxLength = previous.length + text.length * MAX_BYTES_PER_UNIT;
  if (maxLength > bytes.length) bytes = Buffer.allocUnsafe(maxLength);
  bytes.set(previous);
  const length = previous.length + bytes.write(text, previous.length);
  return hash('sha256', bytes.subarray(0, length), 'buffer');
}

/**
 * Whether an event's hash matches its fields and the previous event's hash. Never true if a field before the payload
 * has a line feed, because two different events could then have the same hash.
 */
export function isChainedTo(previous: Buffer, event: HashedFields & { readonly hash: Buffer }): boolean {
  return !hasLineFeed(event) && eventHash(previous, event).equals(event.hash);
}

function hasLineFeed({ stream, type, actor, correlationId, causationId }: HashedFields): boolean {
  return `${stream}${type}${actor}${correlationId}${causationId}`.includes('\n');
}
