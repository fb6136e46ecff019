import type { ChainCheckedEvent } from './chain-checked-event.js';
import type { LogRange } from './scan-events.js';

/** A range of the log in a database's exported snapshot. */
export interface TableTask {
  readonly url: string;
  readonly snapshot: string;
  readonly part: LogRange;
}

/** A range of the log in a KurrentDB stream. */
export interface StreamTask {
  readonly url: string;
  readonly stream: string;
  readonly part: LogRange;
}

/** The input of the thread. */
export type LogTask = TableTask | StreamTask;

/** Complete rows of the log in binary COPY format. `chained` has one byte per row: 1 if its hash is correct. */
export interface RowChunk {
  readonly rows: Uint8Array<ArrayBuffer>;
  readonly chained: Uint8Array<ArrayBuffer>;
}

/**
 * A stream's events, with times as numbers and all hashes in one buffer: copying dates and buffers one by one would
 * take as long as copying everything else.
 */
export interface EventChunk {
  readonly events: readonly (Omit<ChainCheckedEvent, 'hash' | 'recordedAt'> & {
    /** Milliseconds. */
    readonly recordedAt: number;
  })[];
  /** The events' hashes, concatenated. */
  readonly hashes: Uint8Array<ArrayBuffer>;
}

export type LogChunk = RowChunk | EventChunk;

/** Why reading failed. An `Error` would lose its class and code on the way to the other thread. */
export interface ReadFailure {
  readonly message: string;
  readonly code: string | undefined;
  readonly isFromDatabase: boolean;
  readonly isLogUnavailable: boolean;
}

/** A message from the thread: any number of chunks, then the outcome. */
export type LogThreadMessage = LogChunk | 'end' | ReadFailure;

/** Acknowledges `ACK_EVERY_CHUNKS` chunks. The only other message to the thread is `STOP`. */
export const ACK = 'ack';

/** Acknowledge every N chunks; one acknowledgement per chunk would cost both threads an event-loop turn. */
export const ACK_EVERY_CHUNKS = 4;
