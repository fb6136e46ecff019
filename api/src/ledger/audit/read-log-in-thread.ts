import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DatabaseError } from 'pg';
import type { ChainCheckedEvent } from '../log/chain-checked-event.js';
import { eventFromCopyRow } from '../log/scan-events.js';
import { CopyRow } from '../../platform/database/copy-reader.js';
import {
  type LogThreadMessage,
  type LogTask,
  type ReadFailure,
  type LogChunk,
  ACK_EVERY_CHUNKS,
} from './log-thread-messages.js';

/** Its heap holds one piece at a time; what it hands over is outside of it. */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 64 };

/**
 * A part of the log in order, as `scanEvents` has it, read and hashed by another thread. Only for compiled programs:
 * the thread is started from its file. What fails there is thrown here; ending it early ends the thread.
 */
export async function* readLogInThread(task: LogTask): AsyncGenerator<ChainCheckedEvent[]> {
  const thread = new Worker(new URL('./log-thread.js', import.meta.url), {
    workerData: task,
    resourceLimits: THREAD_LIMITS,
  });
  let pieces = 0;
  try {
    for await (const [message] of on(thread, 'message', { close: ['exit'] }) as AsyncIterable<
      [LogThreadMessage]
    >) {
      if (message === 'end') return;
      if ('message' in message) throw toError(message);
      yield eventsOf(message);
      pieces += 1;
      if (pieces % ACK_EVERY_CHUNKS === 0) thread.postMessage('taken');
    }
    throw new Error('the thread that reads the log ended before the log did');
  } finally {
    await thread.terminate();
  }
}

function eventsOf({ rows, chained }: LogChunk): ChainCheckedEvent[] {
  const bytes = Buffer.from(rows.buffer, rows.byteOffset, rows.length);
  const row = new CopyRow();
  const events: ChainCheckedEvent[] = [];
  for (let at = 0; at < bytes.length; at = row.end) {
    if (!row.parseAt(bytes, at)) throw new Error('a row of the log came without its end');
    events.push(eventFromCopyRow(row, chained[events.length] === 1));
  }
  return events;
}

function toError({ message, code, isFromDatabase }: ReadFailure): Error {
  const error = isFromDatabase ? new DatabaseError(message, 0, 'error') : new Error(message);
  return code === undefined ? error : Object.assign(error, { code });
}
