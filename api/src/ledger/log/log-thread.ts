import { once } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { DatabaseError } from 'pg';
import type { ChainCheckedEvent } from './chain-checked-event.js';
import { ChainVerifier } from './chain-verifier.js';
import { RemoteLogUnavailableError } from './remote-log.port.js';
import { selectLogRange } from './scan-events.js';
import { scanRemoteLog } from './scan-remote-log.js';
import { CopyReader } from '../../platform/database/copy-reader.js';
import { copyInSnapshot } from '../../platform/database/snapshot.js';
import { STOP } from '../../platform/process/end-thread.js';
import {
  type EventChunk,
  type LogChunk,
  type LogThreadMessage,
  type LogTask,
  type ReadFailure,
  type RowChunk,
  type StreamTask,
  type TableTask,
  type ACK,
  ACK_EVERY_CHUNKS,
} from './log-thread-messages.js';

/** Maximum number of unacknowledged chunks. At this number, reading pauses, and so does the server. */
const MAX_UNACKNOWLEDGED_CHUNKS = 8;
/** A row starts with its field count. */
const FIELD_COUNT_BYTES = 2;

/** Reads the log and verifies its hash chain while the main thread applies the events. */
async function readLog(task: LogTask, port: MessagePort): Promise<void> {
  let unacknowledged = 0;
  // Widened, because the compiler does not see that the listener changes it.
  let isStopped = false as boolean;
  port.on('message', (message: typeof ACK | typeof STOP) => {
    if (message === STOP) isStopped = true;
    else unacknowledged -= ACK_EVERY_CHUNKS;
  });
  const mustWait = (): boolean => !isStopped && unacknowledged >= MAX_UNACKNOWLEDGED_CHUNKS;
  for await (const chunk of 'stream' in task ? readStream(task) : readTable(task)) {
    port.postMessage(chunk, transferableBuffers(chunk));
    unacknowledged += 1;
    while (mustWait()) await once(port, 'message');
    if (isStopped) return;
  }
}

function transferableBuffers(chunk: LogChunk): ArrayBuffer[] {
  return 'rows' in chunk ? [chunk.rows.buffer, chunk.chained.buffer] : [chunk.hashes.buffer];
}

async function* readTable({ url, snapshot, part }: TableTask): AsyncGenerator<LogChunk> {
  const reader = new CopyReader();
  const chain = new ChainVerifier(Buffer.from(part.previousHash));
  for await (const bytes of copyInSnapshot(url, snapshot, selectLogRange(part))) {
    reader.feed(bytes);
    const chunk = takeCompleteRows(reader, chain);
    if (chunk !== null) yield chunk;
  }
}

async function* readStream({ url, stream, part }: StreamTask): AsyncGenerator<LogChunk> {
  const { KurrentLog } = await import('./kurrent-log.js');
  const log = new KurrentLog({ url, stream });
  try {
    const range = { ...part, previousHash: Buffer.from(part.previousHash) };
    for await (const events of scanRemoteLog(log, range)) yield toChunk(events);
  } finally {
    await log.close();
  }
}

function toChunk(events: readonly ChainCheckedEvent[]): EventChunk {
  return {
    events: events.map(({ hash: _hash, recordedAt, ...event }) => ({
      ...event,
      recordedAt: recordedAt.getTime(),
    })),
    hashes: new Uint8Array(Buffer.concat(events.map(({ hash }) => hash))),
  };
}

/** Returns a transferable copy of the rows completed since the previous call, or null if there are none. */
function takeCompleteRows(reader: CopyReader, chain: ChainVerifier): RowChunk | null {
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
  const isLogUnavailable = error instanceof RemoteLogUnavailableError;
  const reason = isLogUnavailable ? error.cause : error;
  const { message, code } = reason as { readonly message?: unknown; readonly code?: unknown };
  return {
    message: typeof message === 'string' ? message : String(reason),
    code: typeof code === 'string' ? code : undefined,
    isFromDatabase: error instanceof DatabaseError,
    isLogUnavailable,
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
