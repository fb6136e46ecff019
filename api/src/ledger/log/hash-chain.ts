import { hash } from 'node:crypto';

/** Everything of a recorded event that its hash covers. */
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
  /** The payload's bytes as stored, never re-serialised. */
  readonly payload: string;
}

/** The hash before the first event. */
export const GENESIS_HASH = Buffer.alloc(32);

/**
 * The hash of an event: SHA-256 over the previous hash followed by the UTF-8 text of its fields, one a line,
 * the payload last. No field but the payload can hold a line feed (the table checks it), so the text is
 * unambiguous, and an auditor can recompute it in plain SQL:
 * `sha256(previous || convert_to(concat_ws(E'\n', position, stream, …, payload), 'UTF8'))`.
 */
export function eventHash(previous: Buffer, event: HashedFields): Buffer {
  const text =
    `${event.position}\n${event.stream}\n${event.version}\n${event.type}\n${event.payloadVersion}\n` +
    `${event.recordedAt.getTime()}\n${event.actor}\n${event.correlationId}\n${event.causationId}\n${event.payload}`;
  const bytes = Buffer.allocUnsafe(previous.length + Buffer.byteLength(text));
  previous.copy(bytes);
  bytes.write(text, previous.length);
  return hash('sha256', bytes, 'buffer');
}
