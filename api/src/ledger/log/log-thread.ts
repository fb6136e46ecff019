import { once } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { DatabaseError } from 'pg';
import { ChainVerifier } from './chain-verifier.js';
import { selectLogRange } from './scan-events.js';
import { CopyReader } from '../../platform/database/copy-reader.js';
import { copyInSnapshot } from '../../platform/database/snapshot.js';
import {
  type LogThreadMessage,
  type LogTask,
  type ReadFailure,
  type LogChunk,
  ACK_EVERY_CHUNKS,
} from './log-thread-messages.js';

/** Maximum chunks sent without an acknowledgement. Beyond it, reading pauses, and so does the server. */
const MAX_UNACKNOWLEDGED_CHUNKS = 8;
/** A row begins with its field count. */
const FIELD_COUNT_BYTES = 2;

/** Reads the log and verifies its hash chain while the main thread applies the events. */
async function readLog({ url, snapshot, part }: LogTask, port: MessagePort): Promise<void> {
  const reader = new CopyReader();
  const chain = new ChainVerifier(Buffer.from(part.previousHash));
  let unacknowledged = 0;
  port.on('message', () => (unacknowledged -= ACK_EVERY_CHUNKS));
  for await (const bytes of copyInSnapshot(url, snapshot, selectLogRange(part))) {
    reader.feed(bytes);
    const chunk = takeCompleteRows(reader, chain);
    if (chunk === null) continue;
    port.postMessage(chunk, [chunk.rows.buffer, chunk.chained.buffer]);
    unacknowledged += 1;
    while (unacknowledged >= MAX_UNACKNOWLEDGED_CHUNKS) await once(port, 'message');
  }
}

/** Returns the complete rows read so far in a separate buffer that can be transferred, or null if no row is complete. */
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
  const send = (message: LogThreadMessage): void => port.postMessage(message);
  readLog(workerData as LogTask, port)
    .then(
      () => send('end'),
      (error: unknown) => send(toReadFailure(error)),
    )
    .finally(() => port.close());
}
