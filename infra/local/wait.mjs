// @ts-check
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks again and again until the answer is truthy; answers undefined when the time is over.
 * @template T
 * @param {() => T | Promise<T>} ask
 * @param {{ timeoutMs: number, everyMs?: number }} limits
 * @returns {Promise<T | undefined>}
 */
export async function poll(ask, { timeoutMs, everyMs = 50 }) {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() >= end) return undefined;
    await pause(everyMs);
  }
}
