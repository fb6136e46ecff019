import type { ChainCheckedEvent } from './chain-checked-event.js';
import type { LogRange } from './scan-events.js';

/** A range of the log in an exported snapshot of a database. */
export interface TableTask {
  readonly url: string;
  readonly snapshot: string;
  readonly part: LogRange;
}

/** A range of the log in a stream of KurrentDB. */
export interface StreamTask {
  readonly url: string;
  readonly stream: string;
  readonly part: LogRange;
}

/** The input of the thread. */
export type LogTask = TableTask | StreamTask;

/** Complete rows of the log in binary COPY format. `chained` has a byte for each row: 1 if its hash is right. */
export interface RowChunk {
  readonly rows: Uint8Array<ArrayBuffer>;
  readonly chained: Uint8Array<ArrayBuffer>;
}

/** Events of a stream. Copying dates and buffers one by one would take as long as copying everything else. */
export interface EventChunk {
  readonly events: readonly (Omit<ChainCheckedEvent, 'hash' | 'recordedAt'> & {
    /** Milliseconds. */
    readonly recordedAt: number;
  })[];
  /** The hashes of the events, one after the other. */
  readonly hashes: Uint8Array<ArrayBuffer>;
}

export type LogChunk = RowChunk | EventChunk;

/** Why reading failed. An `Error` would lose its class and its code on the way to the other thread. */
export interface ReadFailure {
  readonly message: string;
  readonly code: string | undefined;
  readonly isFromDatabase: boolean;
  readonly isLogUnavailable: boolean;
}

/** A message of the thread: any number of chunks, then the outcome. */
export type LogThreadMessage = LogChunk | 'end' | ReadFailure;

/** Acknowledges `ACK_EVERY_CHUNKS` chunks. The other message to the thread is `STOP`. */
export const ACK = 'ack';

/** Acknowledge every N chunks; one acknowledgement per chunk would cost both threads an event-loop turn. */
export const ACK_EVERY_CHUNKS = 4;
