import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DatabaseError } from 'pg';
import type { ChainCheckedEvent } from './chain-checked-event.js';
import { HASH_BYTES } from './hash-chain.js';
import { RemoteLogUnavailableError } from './remote-log.port.js';
import { eventFromCopyRow } from './scan-events.js';
import { CopyRow } from '../../platform/database/copy-reader.js';
import { endThread } from '../../platform/process/end-thread.js';
import {
  type EventChunk,
  type LogThreadMessage,
  type LogTask,
  type ReadFailure,
  type RowChunk,
  ACK,
  ACK_EVERY_CHUNKS,
} from './log-thread-messages.js';

/** The thread's heap holds one chunk at a time; transferred buffers are outside the heap. */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 64 };

/**
 * Reads a range of the log in order, like `scanEvents`, but reads and hashes it in a worker thread. Works only in
 * compiled programs, because the thread starts from a compiled file. The thread's errors are thrown here. The thread
 * ends when the caller stops reading.
 */
export async function* readLogInThread(task: LogTask): AsyncGenerator<ChainCheckedEvent[]> {
  const thread = new Worker(new URL('./log-thread.js', import.meta.url), {
    workerData: task,
    resourceLimits: THREAD_LIMITS,
  });
  let chunks = 0;
  try {
    for await (const [message] of on(thread, 'message', { close: ['exit'] }) as AsyncIterable<
      [LogThreadMessage]
    >) {
      if (message === 'end') return;
      if ('message' in message) throw toError(message);
      yield 'rows' in message ? decodeRows(message) : decodeEvents(message);
      chunks += 1;
      if (chunks % ACK_EVERY_CHUNKS === 0) thread.postMessage(ACK);
    }
    throw new Error('the log reader thread ended before the end of the log');
  } finally {
    await endThread(thread);
  }
}

function decodeEvents({ events, hashes }: EventChunk): ChainCheckedEvent[] {
  return events.map((event, index) => ({
    ...event,
    recordedAt: new Date(event.recordedAt),
    hash: Buffer.from(hashes.buffer, index * HASH_BYTES, HASH_BYTES),
  }));
}

function decodeRows({ rows, chained }: RowChunk): ChainCheckedEvent[] {
  const bytes = Buffer.from(rows.buffer, rows.byteOffset, rows.length);
  const row = new CopyRow();
  const events: ChainCheckedEvent[] = [];
  for (let at = 0; at < bytes.length; at = row.end) {
    if (!row.parseAt(bytes, at)) throw new Error('the log reader thread sent an incomplete row');
    events.push(eventFromCopyRow(row, chained[events.length] === 1));
  }
  return events;
}

function toError({ message, code, isFromDatabase, isLogUnavailable }: ReadFailure): Error {
  if (isLogUnavailable) return new RemoteLogUnavailableError({ cause: new Error(message) });
  const error = isFromDatabase ? new DatabaseError(message, 0, 'error') : new Error(message);
  return code === undefined ? error : Object.assign(error, { code });
}
