import type { Worker } from 'node:worker_threads';

/** Tells a thread to close its port. The thread ends once nothing else keeps it running. */
export const STOP = 'stop';

/** How long a thread may take to end on its own. One that isn't busy takes only milliseconds. */
const END_WITHIN_MS = 2_000;

/**
 * Lets a thread that obeys `STOP` end on its own, and terminates it only if that takes too long. Terminating a thread
 * while V8 compiles its code in the background can abort the whole process (assertion in `NodePlatform::ForIsolate`,
 * seen with Node 20).
 */
export async function endThread(thread: Worker): Promise<void> {
  const hasEnded = thread.threadId === -1;
  if (hasEnded) return;
  const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
  thread.postMessage(STOP);
  const limit = setTimeout(() => void thread.terminate(), END_WITHIN_MS);
  await ended;
  clearTimeout(limit);
}
