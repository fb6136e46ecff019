import type { LogRange } from './scan-events.js';

/** The input of the thread: a range of the log in an exported snapshot of a database. */
export interface LogTask {
  readonly url: string;
  readonly snapshot: string;
  readonly part: LogRange;
}

/** Complete rows of the log in binary COPY format. `chained` has a byte for each row: 1 if its hash is right. */
export interface LogChunk {
  readonly rows: Uint8Array<ArrayBuffer>;
  readonly chained: Uint8Array<ArrayBuffer>;
}

/** Why reading failed. An `Error` would lose its class and its code on the way to the other thread. */
export interface ReadFailure {
  readonly message: string;
  readonly code: string | undefined;
  readonly isFromDatabase: boolean;
}

/** A message of the thread: any number of chunks, then the outcome. */
export type LogThreadMessage = LogChunk | 'end' | ReadFailure;

/** Acknowledge every N chunks; one acknowledgement per chunk would cost both threads an event-loop turn. */
export const ACK_EVERY_CHUNKS = 4;
