import { once } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { DatabaseError } from 'pg';
import { ChainVerifier } from '../log/chain-verifier.js';
import { selectLogRange } from '../log/scan-events.js';
import { CopyReader } from '../../platform/database/copy-reader.js';
import { copyInSnapshot } from './copy-in-snapshot.js';
import {
  type LogThreadMessage,
  type LogTask,
  type ReadFailure,
  type LogChunk,
  ACK_EVERY_CHUNKS,
} from './log-thread-messages.js';

/** Pieces that wait for the other thread; the server waits then. */
const MAX_UNACKNOWLEDGED_CHUNKS = 8;
/** A row begins with the number of its fields. */
const FIELD_COUNT_BYTES = 2;

/** Reads the log and checks its chain beside the thread that folds it. */
async function readLog({ url, snapshot, part }: LogTask, port: MessagePort): Promise<void> {
  const reader = new CopyReader();
  const chain = new ChainVerifier(Buffer.from(part.previousHash));
  let unread = 0;
  port.on('message', () => (unread -= ACK_EVERY_CHUNKS));
  for await (const piece of copyInSnapshot(url, snapshot, selectLogRange(part))) {
    reader.feed(piece);
    const read = takeCompleteRows(reader, chain);
    if (read === null) continue;
    port.postMessage(read, [read.rows.buffer, read.chained.buffer]);
    unread += 1;
    while (unread >= MAX_UNACKNOWLEDGED_CHUNKS) await once(port, 'message');
  }
}

/** The rows that have come as a whole, in memory of their own, so that it can be handed over; null for none. */
function takeCompleteRows(reader: CopyReader, chain: ChainVerifier): LogChunk | null {
  const { row } = reader;
  const chained: number[] = [];
  let [start, end] = [0, 0];
  while (reader.next()) {
    if (chained.length === 0) start = row.start - FIELD_COUNT_BYTES;
    end = row.end;
    chained.push(chain.verifyNext(row) ? 1 : 0);
  }
  if (chained.length === 0) return null;
  return { rows: new Uint8Array(row.bytes.subarray(start, end)), chained: Uint8Array.from(chained) };
}

function toReadFailure(error: unknown): ReadFailure {
  const { message, code } = error as { readonly message?: unknown; readonly code?: unknown };
  return {
    message: typeof message === 'string' ? message : String(error),
    code: typeof code === 'string' ? code : undefined,
    isFromDatabase: error instanceof DatabaseError,
  };
}

if (parentPort !== null) {
  const port = parentPort;
  const tell = (message: LogThreadMessage): void => port.postMessage(message);
  readLog(workerData as LogTask, port)
    .then(
      () => tell('end'),
      (error: unknown) => tell(toReadFailure(error)),
    )
    .finally(() => port.close());
}
