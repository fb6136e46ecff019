import type { Worker } from 'node:worker_threads';

/** Tells a thread to close its port, with which it ends. */
export const STOP = 'stop';

/** A thread that is not busy ends within milliseconds. */
const END_WITHIN_MS = 2_000;

/**
 * Lets a thread that obeys `STOP` end by itself, and terminates it only if that takes long. Node waits for V8 to compile
 * the code of a thread that ends by itself. If a thread is terminated meanwhile, Node may abort the process (assertion in
 * `NodePlatform::ForIsolate`, seen with Node 20).
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
