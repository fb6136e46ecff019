import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { measure } from './measure.js';

interface WaitOptions {
  /** Names the awaited condition in the error message. */
  what: string;
  timeoutMs?: number;
  everyMs?: number;
}

/** Maximum pause between two polls, unless `everyMs` is longer. The pause grows with the time waited, because a poll often opens a connection. */
const PAUSE_MAX_MS = 100;
const PAUSE_PER_MS_WAITED = 0.1;

/**
 * Polls `ask` until it returns something other than false, null or undefined, and returns that value. An error counts
 * as "not yet". If the last poll failed, its error is the cause of the timeout error.
 */
export const waitFor = <T>(
  ask: () => T | Promise<T>,
  limits: WaitOptions,
): Promise<Exclude<T, false | null | undefined>> => measure('polling', () => poll(ask, limits));

type Matchers = ReturnType<typeof expect>['resolves'];
type MatcherTable = Record<string, (...expected: unknown[]) => void>;

const SOON_MS = 10_000;

/**
 * Repeats an `expect` on a page until it holds, because a page changes only some time after the action that causes the
 * change. After ten seconds, fails with the last error.
 */
export const expectSoon = (read: () => unknown): Matchers => matchersOf(async () => expect(await read()));

const matchersOf = (expected: () => Promise<object>): Matchers =>
  new Proxy({} as Matchers, {
    get: (_, name: string) =>
      name === 'not'
        ? matchersOf(async () => ((await expected()) as { not: object }).not)
        : (...args: unknown[]) =>
            measure('polling', () =>
              repeat(async () => ((await expected()) as MatcherTable)[name]?.(...args)),
            ),
  });

async function repeat(assertion: () => Promise<void>): Promise<void> {
  const end = Date.now() + SOON_MS;
  for (;;) {
    try {
      await assertion();
      return;
    } catch (error) {
      if (Date.now() >= end) throw error;
      await pause(PAUSE_MAX_MS / 2);
    }
  }
}

async function poll<T>(
  ask: () => T | Promise<T>,
  { what, timeoutMs = 30_000, everyMs = 25 }: WaitOptions,
): Promise<Exclude<T, false | null | undefined>> {
  const start = Date.now();
  for (;;) {
    const { result, failure } = await attempt(ask);
    if (hasValue(result)) return result;
    const waitedMs = Date.now() - start;
    if (waitedMs >= timeoutMs) {
      throw new Error(`Timed out after ${timeoutMs} ms waiting for ${what}`, { cause: failure ?? result });
    }
    await pause(Math.max(everyMs, Math.min(waitedMs * PAUSE_PER_MS_WAITED, PAUSE_MAX_MS)));
  }
}

async function attempt<T>(ask: () => T | Promise<T>): Promise<{ result?: T; failure?: unknown }> {
  try {
    return { result: await ask() };
  } catch (failure) {
    return { failure };
  }
}

function hasValue<T>(result: T): result is Exclude<T, false | null | undefined> {
  return result !== undefined && result !== null && result !== false;
}
