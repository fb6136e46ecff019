import { once } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { DatabaseError } from 'pg';
import { ChainBytes } from '../log/chain-bytes.js';
import { type LogPart, selectEvents } from '../log/scan-events.js';
import { CopyReader } from '../../platform/database/copy-reader.js';
import { copyInSnapshot } from './copy-in-snapshot.js';

/** What the thread is started with: a part of the log in an exported snapshot of a database. */
export interface LogTask {
  readonly url: string;
  readonly snapshot: string;
  readonly part: LogPart;
}

/** Whole rows of the log as a binary COPY has them, and for each of them 1 where it is chained to the one before. */
export interface RowsRead {
  readonly rows: Uint8Array<ArrayBuffer>;
  readonly chained: Uint8Array<ArrayBuffer>;
}

/** Why the reading failed. An error that is sent to another thread would lose its class and its code. */
export interface ReadingFailed {
  readonly message: string;
  readonly code: string | undefined;
  readonly isFromDatabase: boolean;
}

/** What the thread tells, in this order: any number of rows, and last how it ended. */
export type LogMessage = RowsRead | 'end' | ReadingFailed;

/** Pieces that wait for the other thread; the server waits then. */
const MAX_UNREAD = 8;
/** A row begins with the number of its fields. */
const COUNT_BYTES = 2;

/**
 * Reads the log and checks its chain beside the thread that folds it. Each message from there says that a piece was taken.
 */
async function readLog({ url, snapshot, part }: LogTask, port: MessagePort): Promise<void> {
  const reader = new CopyReader();
  const chain = new ChainBytes(Buffer.from(part.previousHash));
  let unread = 0;
  port.on('message', () => (unread -= 1));
  for await (const piece of copyInSnapshot(url, snapshot, selectEvents(part))) {
    reader.feed(piece);
    const read = takeRows(reader, chain);
    if (read === null) continue;
    port.postMessage(read, [read.rows.buffer, read.chained.buffer]);
    unread += 1;
    while (unread >= MAX_UNREAD) await once(port, 'message');
  }
}

/** The rows that have come as a whole, in memory of their own, so that it can be handed over; null for none. */
function takeRows(reader: CopyReader, chain: ChainBytes): RowsRead | null {
  const { row } = reader;
  const chained: number[] = [];
  let [start, end] = [0, 0];
  while (reader.next()) {
    if (chained.length === 0) start = row.start - COUNT_BYTES;
    end = row.end;
    chained.push(chain.takes(row) ? 1 : 0);
  }
  if (chained.length === 0) return null;
  return { rows: new Uint8Array(row.bytes.subarray(start, end)), chained: Uint8Array.from(chained) };
}

function failureOf(error: unknown): ReadingFailed {
  const { message, code } = error as { readonly message?: unknown; readonly code?: unknown };
  return {
    message: typeof message === 'string' ? message : String(error),
    code: typeof code === 'string' ? code : undefined,
    isFromDatabase: error instanceof DatabaseError,
  };
}

if (parentPort !== null) {
  const port = parentPort;
  const tell = (message: LogMessage): void => port.postMessage(message);
  readLog(workerData as LogTask, port)
    .then(
      () => tell('end'),
      (error: unknown) => tell(failureOf(error)),
    )
    .finally(() => port.close());
}
