import type { LogRange } from '../log/scan-events.js';

/** What the thread is started with: a part of the log in an exported snapshot of a database. */
export interface LogTask {
  readonly url: string;
  readonly snapshot: string;
  readonly part: LogRange;
}

/** Whole rows of the log as a binary COPY has them, and for each of them 1 where it is chained to the one before. */
export interface LogChunk {
  readonly rows: Uint8Array<ArrayBuffer>;
  readonly chained: Uint8Array<ArrayBuffer>;
}

/** Why the reading failed. An error that is sent to another thread would lose its class and its code. */
export interface ReadFailure {
  readonly message: string;
  readonly code: string | undefined;
  readonly isFromDatabase: boolean;
}

/** What the thread tells, in this order: any number of rows, and last how it ended. */
export type LogThreadMessage = LogChunk | 'end' | ReadFailure;

/** Of the messages back, each of which says that so many pieces were taken: for each piece, one would cost both a turn. */
export const ACK_EVERY_CHUNKS = 4;
