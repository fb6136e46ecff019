// @ts-check
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Calls `condition` until it returns a truthy value, and returns that. Returns undefined after the timeout.
 * @template T
 * @param {() => T | Promise<T>} condition
 * @param {{ timeoutMs: number, everyMs?: number }} limits
 * @returns {Promise<T | undefined>}
 */
export async function poll(condition, { timeoutMs, everyMs = 50 }) {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const result = await condition();
    if (result) return result;
    if (Date.now() >= end) return undefined;
    await pause(everyMs);
  }
}
