import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DatabaseError } from 'pg';
import type { LoggedEvent } from '../log/logged-event.js';
import { eventOf } from '../log/scan-events.js';
import { CopyRow } from '../../platform/database/copy-reader.js';
import {
  type LogMessage,
  type LogTask,
  type ReadingFailed,
  type RowsRead,
  TOLD_AFTER,
} from './log-thread-messages.js';

/** Its heap holds one piece at a time; what it hands over is outside of it. */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 64 };

/**
 * A part of the log in order, as `scanEvents` has it, read and hashed by another thread. Only for compiled programs:
 * the thread is started from its file. What fails there is thrown here; ending it early ends the thread.
 */
export async function* readLogInThread(task: LogTask): AsyncGenerator<LoggedEvent[]> {
  const thread = new Worker(new URL('./log-thread.js', import.meta.url), {
    workerData: task,
    resourceLimits: THREAD_LIMITS,
  });
  let pieces = 0;
  try {
    for await (const [message] of on(thread, 'message', { close: ['exit'] }) as AsyncIterable<[LogMessage]>) {
      if (message === 'end') return;
      if ('message' in message) throw errorOf(message);
      yield eventsOf(message);
      pieces += 1;
      if (pieces % TOLD_AFTER === 0) thread.postMessage('taken');
    }
    throw new Error('the thread that reads the log ended before the log did');
  } finally {
    await thread.terminate();
  }
}

function eventsOf({ rows, chained }: RowsRead): LoggedEvent[] {
  const bytes = Buffer.from(rows.buffer, rows.byteOffset, rows.length);
  const row = new CopyRow();
  const events: LoggedEvent[] = [];
  for (let at = 0; at < bytes.length; at = row.end) {
    if (!row.place(bytes, at)) throw new Error('a row of the log came without its end');
    events.push(eventOf(row, chained[events.length] === 1));
  }
  return events;
}

function errorOf({ message, code, isFromDatabase }: ReadingFailed): Error {
  const error = isFromDatabase ? new DatabaseError(message, 0, 'error') : new Error(message);
  return code === undefined ? error : Object.assign(error, { code });
}
